"""What the unchanged package returns with this library is what MediaPipe recorded: each kind of value that crosses C."""
import json
import tarfile
import unittest

from support import MEDIA, ROOT, model, require_mediapipe

# Recorded values have seven digits; blendshapes and matrices differ by a few units of 1e-6. Numbers above 1, such as a matrix's
# centimeters, are compared in shares of themselves.
TOLERANCE = 5e-6


def golden(case):
    """The first frame of a recorded result."""
    file = ROOT / f"Tests/Goldens/results/{case}.json"
    if file.exists():
        return json.loads(file.read_text())["frames"][0]
    for archive in sorted((ROOT / "Tests/Goldens").glob("*.tar.xz")):
        with tarfile.open(archive) as tar:
            try:
                return json.load(tar.extractfile(f"golden/{case}.json"))["frames"][0]
            except KeyError:
                continue
    raise AssertionError(f"There is no result {case}.")


def numbers(value):
    if isinstance(value, (list, tuple)):
        return [number for item in value for number in numbers(item)]
    return [float(value)]


class ResultTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require_mediapipe()
        import vision_mediapipe

        vision_mediapipe.enable()

    def run_task(self, name, method, model_name, image, rotation=0, **options):
        import mediapipe as mp
        from mediapipe.tasks.python import BaseOptions, vision
        from mediapipe.tasks.python.vision.core.image_processing_options import ImageProcessingOptions

        kind = getattr(vision, name + "Options")(base_options=BaseOptions(model_asset_path=model(model_name)), **options)
        with getattr(vision, name).create_from_options(kind) as task:
            processing = ImageProcessingOptions(rotation_degrees=rotation)
            return getattr(task, method)(mp.Image.create_from_file(str(MEDIA / image)), processing)

    def check(self, found, recorded):
        found, recorded = numbers(found), numbers(recorded)
        self.assertEqual(len(found), len(recorded))
        self.assertGreater(len(found), 0)
        largest = max(abs(one - other) / max(1, abs(other)) for one, other in zip(found, recorded))
        print(f"{self.id().split('.')[-1]}: largest difference {largest:.1e}")
        self.assertLessEqual(largest, TOLERANCE)

    def test_gestures_and_landmarks_of_hands(self):
        result = self.run_task("GestureRecognizer", "recognize", "gesture_recognizer", "thumb_up_teal.png", num_hands=2)
        frame = golden("thumb_up_teal.gesture_n2")
        self.check([[[p.x, p.y, p.z] for p in hand] for hand in result.hand_landmarks], frame["landmarks"])
        self.check([[[p.x, p.y, p.z] for p in hand] for hand in result.hand_world_landmarks], frame["worldLandmarks"])
        for ours, recorded in ((result.gestures, frame["gestures"]), (result.handedness, frame["handedness"])):
            self.assertEqual([c[0].category_name for c in ours], [c[0]["categoryName"] for c in recorded])
            self.check([c[0].score for c in ours], [c[0]["score"] for c in recorded])

    def test_gestures_have_the_form_that_programs_of_mediapipe_expect(self):
        import mediapipe as mp
        import numpy as np
        from mediapipe.tasks.python import BaseOptions, vision
        from mediapipe.tasks.python.components.processors import ClassifierOptions

        # A hand without a known gesture, and a thumb to the right of it.
        first, second = (
            mp.Image.create_from_file(str(MEDIA / name)).numpy_view() for name in ("rock_portrait.png", "thumb_up_teal.png"))
        pixels = np.zeros((max(len(first), len(second)), first.shape[1] + second.shape[1], 3), np.uint8)
        pixels[: len(first), : first.shape[1]] = first[..., :3]
        pixels[: len(second), first.shape[1] :] = second[..., :3]
        for threshold, names, hands in ((0, ["Thumb_Up", "Pointing_Up"], 2), (0.6, ["Thumb_Up"], 2), (0.99, [], 0)):
            options = vision.GestureRecognizerOptions(
                base_options=BaseOptions(model_asset_path=model("gesture_recognizer")), num_hands=2)
            options.canned_gesture_classifier_options = ClassifierOptions(score_threshold=threshold, category_denylist=["None"])
            with vision.GestureRecognizer.create_from_options(options) as recognizer:
                result = recognizer.recognize(mp.Image(mp.ImageFormat.SRGB, pixels))
            with self.subTest(threshold):
                self.assertEqual([[c.category_name for c in gestures] for gestures in result.gestures], [[name] for name in names])
                self.assertEqual(
                    [len(part) for part in (result.handedness, result.hand_landmarks, result.hand_world_landmarks)], [hands] * 3)

    def test_rotations_are_those_of_the_degrees_which_full_turns_round(self):
        # Recorded: the tip of the first hand's index finger, and the nose's.
        for name, task, image, degrees, point, place in (
            ("hand", "HandLandmarker", "two_thumbs.png", -90, 8, [0.2030078, 0.4666907]),
            ("hand", "HandLandmarker", "two_thumbs.png", -180, 8, [0.2144642, 0.4843428]),
            ("hand", "HandLandmarker", "two_thumbs.png", 360, 8, [0.1793866, 0.4392497]),
            ("face", "FaceLandmarker", "face_tilt.png", 450, 1, [0.4221092, 0.4341488]),
            ("face", "FaceLandmarker", "face_tilt.png", 720, 1, [0.4470787, 0.4436755]),
        ):
            with self.subTest(image, degrees=degrees):
                options = {"num_hands": 2} if name == "hand" else {}
                result = self.run_task(task, "detect", name + "_landmarker", image, rotation=degrees, **options)
                found = getattr(result, name + "_landmarks")[0][point]
                self.check([found.x, found.y], place)

    def test_poses_with_visibility_and_masks_that_outlive_the_result(self):
        result = self.run_task(
            "PoseLandmarker", "detect", "pose_landmarker_lite", "three_people.png", output_segmentation_masks=True)
        frame = golden("three_people.pose-lite_n1")
        self.check(
            [[[p.x, p.y, p.z, p.visibility, p.presence] for p in pose] for pose in result.pose_landmarks],
            frame["landmarks"])
        mask = result.segmentation_masks[0].numpy_view()
        self.check(mask.mean(dtype=float), frame["segmentationMasks"][0]["mean"])

    def test_faces_with_blendshapes_and_matrices(self):
        result = self.run_task(
            "FaceLandmarker", "detect", "face_landmarker", "face_close.png", output_face_blendshapes=True,
            output_facial_transformation_matrixes=True)
        frame = golden("face_close.face_n1")
        self.check([[[p.x, p.y, p.z] for p in face] for face in result.face_landmarks], frame["landmarks"])
        self.check(
            [[c.score for c in face] for face in result.face_blendshapes],
            [[c["score"] for c in face] for face in frame["blendshapes"]])
        self.check([m.tolist() for m in result.facial_transformation_matrixes], frame["facialTransformationMatrixes"])

    def test_boxes_and_keypoints(self):
        frame = golden("face_close.facedet-short")
        result = self.run_task("FaceDetector", "detect", "blaze_face_short_range", "face_close.png")
        boxes = [d.bounding_box for d in result.detections]
        self.assertEqual(
            [{"x": b.origin_x, "y": b.origin_y, "width": b.width, "height": b.height} for b in boxes],
            [d["boundingBox"] for d in frame["detections"]])
        self.check(
            [[[k.x, k.y] for k in d.keypoints] for d in result.detections],
            [[k[:2] for k in d["keypoints"]] for d in frame["detections"]])

    def test_classes_and_vectors(self):
        result = self.run_task("ImageClassifier", "classify", "efficientnet_lite0_float32", "coffee.png", max_results=5)
        categories = golden("coffee.class-f32_m5")["classifications"][0]["categories"]
        found = result.classifications[0].categories
        self.assertEqual([c.category_name for c in found], [c["categoryName"] for c in categories])
        self.check([c.score for c in found], [c["score"] for c in categories])
        result = self.run_task("ImageEmbedder", "embed", "efficientnet_lite0_float32", "coffee.png", l2_normalize=True)
        self.check(
            result.embeddings[0].embedding.tolist(), golden("coffee.embed-f32_l2")["embeddings"][0]["embedding"])

    def test_views_keep_their_images(self):
        import gc
        import weakref

        import mediapipe as mp
        import numpy as np
        from mediapipe.tasks.python import BaseOptions, vision

        pixels = np.random.default_rng(1).integers(0, 255, (64, 96, 3), np.uint8)
        view = mp.Image(mp.ImageFormat.SRGB, pixels).numpy_view()
        others = [mp.Image(mp.ImageFormat.SRGB, 255 - pixels) for _ in range(8)]
        self.assertTrue(np.array_equal(view, pixels))
        self.assertFalse(view.flags.writeable)
        for kind, values in ((mp.ImageFormat.GRAY16, np.uint16), (mp.ImageFormat.VEC32F2, np.float32)):
            given = pixels[..., :2].astype(values) if values is np.float32 else pixels[..., 0].astype(values) * 200
            self.assertTrue(np.array_equal(np.squeeze(mp.Image(kind, given).numpy_view()), given))
        options = vision.ImageSegmenterOptions(
            base_options=BaseOptions(model_asset_path=model("selfie_segmenter")), output_category_mask=True)
        with vision.ImageSegmenter.create_from_options(options) as segmenter:
            result = segmenter.segment(others[0])
            mask = result.category_mask.numpy_view()
            copy, image = mask.copy(), weakref.ref(result.category_mask)
            del result
            for other in others:
                segmenter.segment(other)
            self.assertTrue(np.array_equal(mask, copy))
            self.assertIsNotNone(image())
            del mask
            gc.collect()
            self.assertIsNone(image())

    def test_images_of_arrays_that_are_views_of_others(self):
        import mediapipe as mp
        import numpy as np

        pixels = np.arange(20 * 30 * 3, dtype=np.uint8).reshape(20, 30, 3)
        for view in (pixels[:, :, ::-1], pixels[3:9, 5:12], pixels[::-1], pixels.transpose(1, 0, 2), np.asfortranarray(pixels)):
            image = mp.Image(mp.ImageFormat.SRGB, data=view)
            self.assertEqual(image.numpy_view().tolist(), view.tolist())
        gray = mp.Image(image_format=mp.ImageFormat.GRAY8, data=pixels[:, :, 1])
        self.assertEqual(gray.numpy_view()[:, :, 0].tolist(), pixels[:, :, 1].tolist())
        depth = np.arange(24, dtype=np.float32).reshape(4, 6)[:, ::2]
        self.assertEqual(mp.Image(mp.ImageFormat.VEC32F1, depth).numpy_view()[:, :, 0].tolist(), depth.tolist())

    def test_times_count_images(self):
        import mediapipe as mp
        from mediapipe.tasks.python import BaseOptions, vision

        base = BaseOptions(model_asset_path=model("efficientnet_lite0_float32"))
        image = mp.Image.create_from_file(str(MEDIA / "tiny_32x24.png"))
        with vision.ImageClassifier.create_from_options(vision.ImageClassifierOptions(base_options=base)) as task:
            self.assertEqual([task.classify(image).timestamp_ms for _ in range(3)], [0, 1000, 2000])
        with vision.ImageEmbedder.create_from_options(vision.ImageEmbedderOptions(base_options=base)) as task:
            self.assertEqual([task.embed(image).timestamp_ms for _ in range(3)], [0, 1000, 2000])

    def test_masks_of_classes(self):
        result = self.run_task(
            "ImageSegmenter", "segment", "deeplab_v3", "three_people.png", output_category_mask=True)
        frame = golden("three_people.seg-deeplab")
        self.check(
            [mask.numpy_view().mean(dtype=float) for mask in result.confidence_masks],
            [mask["mean"] for mask in frame["confidenceMasks"]])
        self.assertEqual(result.category_mask.numpy_view().shape[:2], (512, 1152))

    def test_a_live_stream_gives_each_image_with_its_result(self):
        import time

        import mediapipe as mp
        from mediapipe.tasks.python import BaseOptions, vision

        images = [mp.Image.create_from_file(str(MEDIA / name)) for name in ("thumb_up_teal.png", "empty_flat.png")]
        seen = []
        options = vision.HandLandmarkerOptions(
            base_options=BaseOptions(model_asset_path=model("hand_landmarker")), running_mode=vision.RunningMode.LIVE_STREAM,
            result_callback=lambda result, image, time: seen.append((time, image.width, image.numpy_view()[0, 0].tolist())))
        with vision.HandLandmarker.create_from_options(options) as landmarker:
            for number in range(12):
                landmarker.detect_async(images[number % 2], 100 * number)
                time.sleep(0.03)
        deadline = time.monotonic() + 10
        while not seen and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertGreater(len(seen), 0)
        self.assertEqual([entry[0] for entry in seen], sorted(entry[0] for entry in seen))
        for at, width, pixel in seen:
            image = images[at // 100 % 2]
            self.assertEqual((width, pixel), (image.width, image.numpy_view()[0, 0].tolist()))


if __name__ == "__main__":
    unittest.main()
