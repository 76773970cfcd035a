"""`vision evaluate` computes what pycocotools does, from labels in files and results in JSON Lines."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

try:
    from evaluation_cases import SIDE, box_case, expected, keypoint_case
except ImportError as missing:
    raise unittest.SkipTest(str(missing)) from missing

VISION = os.environ.get("VISION", "vision")
# Where COCO's keypoints are among the 33 landmarks.
LANDMARKS = (0, 2, 5, 7, 8, 11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28)
TOLERANCE = 1e-6


@unittest.skipUnless(shutil.which(VISION), "There is no program vision.")
class Evaluation(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def evaluate(self, task, truth, lines):
        labels, results = self.folder / "labels.json", self.folder / "results.jsonl"
        labels.write_text(json.dumps(truth))
        results.write_text("".join(json.dumps(line) + "\n" for line in lines))
        run = subprocess.run(
            [VISION, "evaluate", task, str(labels), "--results", str(results), "--json", "-", "--quiet"],
            capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def compare(self, found, metrics):
        highest = 0
        for name, value in metrics.items():
            self.assertIn(name, found)
            if value is None or found[name] is None:
                self.assertEqual(found[name], value, name)
            else:
                self.assertAlmostEqual(found[name], value, delta=TOLERANCE, msg=name)
                highest = max(highest, abs(found[name] - value))
        return highest

    def test_boxes(self):
        highest = 0
        for seed in range(100, 130):
            truth, results = box_case(seed, image_count=30)
            names = {category["id"]: category["name"] for category in truth["categories"]}
            lines = []
            for image in truth["images"]:
                boxes = [result for result in results if result["image_id"] == image["id"]]
                lines.append({
                    "file": image["file_name"], "frame": 0, "task": "detect", "timestampMs": None, "detections": [
                        {"boundingBox": dict(zip(("x", "y", "width", "height"), box["bbox"])),
                         "categories": [{
                             "categoryName": names[box["category_id"]], "index": box["category_id"],
                             "score": box["score"]}]} for box in boxes]})
            report = self.evaluate("detect", truth, lines)
            metrics, classes = expected(truth, results, "bbox")
            highest = max(highest, self.compare(report["metrics"], metrics))
            for row in report["classes"]:
                precision, half = classes[row["name"]]
                highest = max(highest, self.compare(row["metrics"], {"AP": precision, "AP50": half}))
        print(f"boxes: at most {highest:.1e} from pycocotools")

    def test_keypoints(self):
        highest = 0
        for seed in range(200, 230):
            truth, results = keypoint_case(seed, image_count=30)
            if all(label["num_keypoints"] == 0 for label in truth["annotations"]):
                continue
            lines = []
            for image in truth["images"]:
                people = [result for result in results if result["image_id"] == image["id"]]
                landmarks = []
                for person in people:
                    # Only the landmarks that are keypoints; visibility is the score.
                    points = [[0, 0, 0, person["score"], 1] for _ in range(33)]
                    for index, landmark in enumerate(LANDMARKS):
                        points[landmark][:2] = (value / SIDE for value in person["keypoints"][3 * index:3 * index + 2])
                    landmarks.append(points)
                world = [[[0, 0, 0, 1, 1]] * 33 for _ in people]
                lines.append({
                    "file": image["file_name"], "frame": 0, "task": "pose", "timestampMs": None,
                    "landmarks": landmarks, "worldLandmarks": world})
            report = self.evaluate("pose", truth, lines)
            metrics, _ = expected(truth, results, "keypoints")
            highest = max(highest, self.compare(report["metrics"], metrics))
        print(f"keypoints: at most {highest:.1e} from pycocotools")


if __name__ == "__main__":
    unittest.main()
