"""Results as arrays, with supervision and without."""

import base64
import os
import subprocess
import sys
import unittest
import warnings

try:
    import numpy as np
except ImportError as missing:
    raise unittest.SkipTest(str(missing)) from missing

from vision_worker import VisionWorker, arrays

VISION = os.environ.get("VISION")
IMAGE = os.environ.get("VISION_IMAGE")

BOXES = {
    "task": "detect",
    "detections": [
        {
            "boundingBox": {"x": 1, "y": 2, "width": 3, "height": 4},
            "categories": [{"categoryName": "cat", "index": 16, "score": 0.5}],
            "trackingId": 7,
        },
        {
            "boundingBox": {"x": -5, "y": 0, "width": 10, "height": 10},
            "categories": [{"categoryName": "", "index": 3, "score": 0.25}],
        },
    ],
}
POSE = {
    "task": "pose",
    "landmarks": [[[0.25, 0.5, 0, 0.5, 1], [0.5, 0.75, 0, 1, 1]]],
    "trackingIds": [3],
    "segmentationMasks": [
        {
            "width": 2,
            "height": 1,
            "dataType": "float32",
            "data": base64.b64encode(np.array([0.25, 0.75], "<f4").tobytes()).decode(),
        }
    ],
}
HOLISTIC = {
    "task": "holistic",
    "faceLandmarks": [],
    "poseLandmarks": [[0.5, 0.5, 0, 1, 1]] * 33,
    "leftHandLandmarks": [],
    "rightHandLandmarks": [[0.1, 0.2, 0]] * 21,
}
TRACK = {
    "task": "track",
    "detections": [
        {
            "boundingBox": {"x": 0, "y": 0, "width": 8, "height": 8},
            "categories": [],
            "classificationCategory": "unknown",
            "trackingId": 0,
        }
    ],
}


class Arrays(unittest.TestCase):
    def test_boxes(self):
        found = arrays.detections(BOXES)
        np.testing.assert_array_equal(found["xyxy"], np.array([[1, 2, 4, 6], [-5, 0, 5, 10]], np.float32))
        self.assertEqual(found["class_id"].tolist(), [16, 3])
        self.assertEqual(found["confidence"].tolist(), [0.5, 0.25])
        self.assertEqual(found["tracker_id"].tolist(), [7, -1])
        self.assertEqual(found["data"]["class_name"].tolist(), ["cat", "3"])
        self.assertIsNone(found["mask"])
        coarse = arrays.detections(TRACK)
        self.assertEqual((coarse["data"]["class_name"].tolist(), coarse["class_id"].tolist()), (["unknown"], [0]))

    def test_landmarks(self):
        found = arrays.detections(POSE, size=(200, 100))
        self.assertEqual(found["xyxy"].tolist(), [[50, 50, 100, 75]])
        self.assertEqual((found["confidence"].tolist(), found["tracker_id"].tolist()), ([0.75], [3]))
        self.assertEqual(found["mask"].tolist(), [[[False, True]]])
        points = arrays.key_points(POSE, size=(200, 100))
        self.assertEqual(points["xy"].tolist(), [[[50, 50], [100, 75]]])
        self.assertEqual(points["keypoint_confidence"].tolist(), [[0.5, 1]])
        self.assertEqual(points["data"]["tracker_id"].tolist(), [3])
        with self.assertRaisesRegex(ValueError, "size"):
            arrays.detections(POSE)

    def test_several_figures_are_padded(self):
        points = arrays.key_points(HOLISTIC, size=(10, 10))
        self.assertEqual(points["xy"].shape, (2, 33, 2))
        self.assertEqual(points["data"]["class_name"].tolist(), ["person", "right hand"])
        self.assertEqual(points["class_id"].tolist(), [1, 3])
        self.assertEqual(points["keypoint_confidence"][1, 20:22].tolist(), [1, 0])
        self.assertEqual(points["xy"][:, arrays.COCO_POSE].shape, (2, 17, 2))

    def test_nothing_and_what_has_no_boxes(self):
        for value in ({"task": "detect", "detections": []}, {"task": "hand", "landmarks": []}):
            found = arrays.detections(value, size=(1, 1))
            self.assertEqual((found["xyxy"].shape, found["data"]["class_name"].shape), ((0, 4), (0,)))
            self.assertIsNone(found["tracker_id"])
        for value in ({"task": "classify"}, {"error": {"code": 3, "message": "broken"}}):
            with self.assertRaises(ValueError):
                arrays.detections(value)

    def test_the_package_needs_no_numpy(self):
        code = "import sys; sys.modules['numpy'] = None; import vision_worker"
        subprocess.run([sys.executable, "-c", code], check=True)


class Supervision(unittest.TestCase):
    def setUp(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                import supervision
            except ImportError as missing:
                self.skipTest(str(missing))

        self.sv = supervision

    def test_detections(self):
        found = arrays.to_detections(BOXES)
        self.assertEqual(found, self.sv.Detections(**arrays.detections(BOXES)))
        self.assertEqual(found["class_name"].tolist(), ["cat", "3"])
        self.assertEqual(found[found.confidence > 0.3].tracker_id.tolist(), [7])
        self.assertEqual(len(arrays.to_detections({"task": "detect", "detections": []})), 0)
        pose = arrays.to_detections(POSE, size=(2, 1))
        self.assertEqual(pose.mask.shape, (1, 1, 2))
        image = np.zeros((100, 200, 3), np.uint8)
        self.assertTrue(self.sv.BoxAnnotator().annotate(image, found).any())

    def test_key_points(self):
        points = arrays.to_key_points(HOLISTIC, size=(200, 100))
        self.assertEqual((points.xy.shape, len(points)), ((2, 33, 2), 2))
        self.assertTrue(self.sv.VertexAnnotator().annotate(np.zeros((100, 200, 3), np.uint8), points).any())
        self.assertEqual(len(arrays.to_key_points({"task": "hand", "landmarks": []}, size=(1, 1))), 0)

    @unittest.skipUnless(VISION and IMAGE, "Needs the program and an image.")
    def test_results_of_the_program(self):
        with VisionWorker("gesture", program=VISION) as worker:
            result = worker.run(IMAGE)
        points = arrays.to_key_points(result, size=(640, 480))
        self.assertEqual(points.xy.shape, (1, 21, 2))
        found = arrays.to_detections(result, size=(640, 480))
        self.assertEqual(found["class_name"].tolist(), ["hand"])
        low, high = points.xy[0].min(axis=0), points.xy[0].max(axis=0)
        np.testing.assert_allclose(found.xyxy[0], [*low, *high])


if __name__ == "__main__":
    unittest.main()
