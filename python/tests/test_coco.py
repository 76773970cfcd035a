"""pycocotools reads every kind of COCO file that the command writes."""

import contextlib
import io
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

try:
    import matplotlib

    matplotlib.use("Agg")
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval
except ImportError as missing:
    raise unittest.SkipTest(str(missing)) from missing

VISION = os.environ.get("VISION", "vision")
MEDIA = Path(__file__).resolve().parents[2] / "Tests" / "Goldens" / "media"


@contextlib.contextmanager
def silence():
    with contextlib.redirect_stdout(io.StringIO()):
        yield


@unittest.skipUnless(shutil.which(VISION), "There is no program vision.")
class COCOFiles(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        for name in ("pets.png", "cat_720p.jpg", "empty_flat.png"):
            shutil.copy(MEDIA / name, self.folder / name)

    def detect(self, *arguments):
        target = self.folder / "coco.json"
        subprocess.run(
            [VISION, "detect", *map(str, arguments), "--coco", str(target), "--quiet"], check=True, cwd=self.folder)
        return target

    def check(self, path):
        """Loads an annotation file and uses it as pycocotools, CVAT and FiftyOne do."""
        with silence():
            data = COCO(str(path))
            data.info()
            for image in data.loadImgs(data.getImgIds()):
                self.assertTrue(image["file_name"])
                annotations = data.loadAnns(data.getAnnIds(imgIds=[image["id"]]))
                data.showAnns(annotations)
                data.showAnns(annotations, draw_bbox=True)
                for annotation in annotations:
                    x, y, width, height = annotation["bbox"]
                    self.assertTrue(x >= 0 and y >= 0 and width > 0 and height > 0)
                    self.assertTrue(x + width <= image["width"] and y + height <= image["height"])
                    self.assertEqual(annotation["area"], width * height)
        for key in ("info", "licenses", "images", "annotations", "categories"):
            self.assertIn(key, data.dataset)
        names = [category["name"] for category in data.dataset["categories"]]
        self.assertEqual(len(names), 80)
        self.assertEqual(len(set(names)), 80)
        self.assertTrue(all(category["supercategory"] for category in data.dataset["categories"]))
        files = [image["file_name"] for image in data.dataset["images"]]
        self.assertEqual(len(set(files)), len(files))
        return data

    def test_images(self):
        data = self.check(self.detect("pets.png", "cat_720p.jpg", "empty_flat.png"))
        self.assertEqual(len(data.imgs), 3)
        self.assertEqual([category["name"] for category in data.loadCats([1, 17, 18])], ["person", "cat", "dog"])

    def test_tracked_videos(self):
        for name in ("a.mp4", "b.mp4"):
            shutil.copy(MEDIA / "walkers_pan.mp4", self.folder / name)
        data = self.check(self.detect("a.mp4", "b.mp4", "--track", "--max-frames", "5"))
        self.assertEqual(data.imgs[1]["file_name"], "a.mp4/000000.jpg")
        self.assertTrue(all(annotation["track_id"] > 0 for annotation in data.dataset["annotations"]))
        self.assertEqual([video["id"] for video in data.dataset["videos"]], [1, 2])
        self.assertEqual(len([image for image in data.dataset["images"] if image["video_id"] == 2]), 5)

    def test_nothing_found(self):
        self.assertEqual(self.check(self.detect("empty_flat.png", "--score-threshold", "0.99")).anns, {})

    def test_results_of_a_data_set(self):
        truth = json.loads(self.detect("pets.png", "cat_720p.jpg").read_text())
        # Another data set's numbers, and its categories in another order.
        images = {image["id"]: image["id"] + 4711 for image in truth["images"]}
        categories = {category["id"]: 1000 - category["id"] for category in truth["categories"]}
        for image in truth["images"]:
            image["id"] = images[image["id"]]
        for category in truth["categories"]:
            category["id"] = categories[category["id"]]
        for annotation in truth["annotations"]:
            annotation["image_id"] = images[annotation["image_id"]]
            annotation["category_id"] = categories[annotation["category_id"]]
        instances = self.folder / "instances.json"
        instances.write_text(json.dumps(truth))
        results = self.detect("pets.png", "cat_720p.jpg", "--coco-images", instances)
        with silence():
            data = COCO(str(instances))
            found = data.loadRes(str(results))
            data.showAnns(found.loadAnns(found.getAnnIds()))
            evaluation = COCOeval(data, found, "bbox")
            evaluation.evaluate()
            evaluation.accumulate()
            evaluation.summarize()
        # Compared with themselves all boxes are right.
        self.assertEqual(evaluation.stats[0], 1)


if __name__ == "__main__":
    unittest.main()
