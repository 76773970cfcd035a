"""The readers of labelling tools read what the command writes.

Ultralytics needs torch, which is too large for a test: its rules are here, as its documentation and its reader have
them. So are those of CVAT's documentation of its XML.
"""

import contextlib
import io
import json
import math
import os
import shutil
import subprocess
import tempfile
import unittest
import warnings
import xml.etree.ElementTree as ElementTree
from pathlib import Path

try:
    import motmetrics
    import numpy as np
    import yaml
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval
except ImportError as missing:
    raise unittest.SkipTest(str(missing)) from missing

VISION = os.environ.get("VISION", "vision")
if not shutil.which(VISION):
    raise unittest.SkipTest("There is no program vision.")
MEDIA = Path(__file__).resolve().parents[2] / "Tests" / "Goldens" / "media"
COCO_SIGMAS = np.array([0.26, 0.25, 0.25, 0.35, 0.35, 0.79, 0.79, 0.72, 0.72, 0.62, 0.62, 1.07, 1.07, 0.87, 0.87, 0.89, 0.89]) / 10


class Labels(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        for name in ("pets.png", "empty_flat.png"):
            shutil.copy(MEDIA / name, self.folder / name)
        (self.folder / "b").mkdir()
        shutil.copy(MEDIA / "cat_720p.jpg", self.folder / "b" / "a \"b\" & 'c'.jpg")
        shutil.copy(MEDIA / "walkers_pan.mp4", self.folder / "walk.mp4")

    def run_vision(self, *arguments):
        subprocess.run([VISION, *map(str, arguments), "--quiet"], check=True, cwd=self.folder)

    def lines(self, *arguments):
        output = subprocess.run(
            [VISION, *arguments, "--json", "-", "--quiet"], check=True, cwd=self.folder, capture_output=True)
        return [json.loads(line) for line in output.stdout.splitlines()]


class YOLO(Labels):
    def read(self, folder):
        """Reads a data set as Ultralytics' reader does, and makes its checks."""
        data = yaml.safe_load((folder / "data.yaml").read_text())
        self.assertEqual((data["train"], data["val"]), ("images", "images"))
        names = data["names"]
        self.assertEqual(sorted(names), list(range(len(names))))
        count, dimensions = data.get("kpt_shape", (0, 0))
        self.assertIn((count > 0, dimensions), [(False, 0), (True, 3)])
        labels = {}
        for file in sorted((folder / "labels").rglob("*.txt")):
            rows = [line.split() for line in file.read_text().strip().splitlines() if line]
            table = np.array(rows, np.float32) if rows else np.zeros((0, 5), np.float32)
            if rows:
                self.assertEqual(table.shape[1], 5 + count * dimensions)
                points = table[:, 5:].reshape(-1, dimensions)[:, :2] if count else table[:, 1:]
                self.assertLessEqual(points.max(), 1)
                self.assertGreaterEqual(table.min(), 0)
                self.assertTrue((table[:, 0] % 1 == 0).all() and table[:, 0].max() < len(names))
                self.assertEqual(len(np.unique(table, axis=0)), len(rows))
                # Boxes end inside of the image, up to the last digit.
                self.assertTrue((table[:, 1:3] + table[:, 3:5] / 2 <= 1 + 2e-6).all())
                self.assertTrue((table[:, 1:3] - table[:, 3:5] / 2 >= -2e-6).all())
            labels[str(file.relative_to(folder / "labels"))] = table
        return data, labels

    def test_boxes(self):
        self.run_vision("detect", ".", "--recursive", "--max-frames", 3, "--yolo", "out")
        data, labels = self.read(self.folder / "out")
        frames = [f"walk.mp4/{frame:06}.txt" for frame in range(3)]
        self.assertEqual(sorted(labels), sorted(["pets.txt", "empty_flat.txt", "b/a \"b\" & 'c'.txt", *frames]))
        self.run_vision("detect", "empty_flat.png", "--score-threshold", "0.99", "--yolo", "empty")
        self.assertEqual(len(self.read(self.folder / "empty")[1]["empty_flat.txt"]), 0)
        line = self.lines("detect", "pets.png")[0]
        expected = [
            [item["categories"][0]["index"], *(item["boundingBox"][key] for key in ("x", "y", "width", "height"))]
            for item in line["detections"]]
        self.assertEqual([data["names"][row[0]] for row in expected],
                         [item["categories"][0]["categoryName"] for item in line["detections"]])
        for row, (index, x, y, width, height) in zip(labels["pets.txt"], expected):
            self.assertEqual(row[0], index)
            image = size_of(MEDIA / "pets.png")
            x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + width, image[0]), min(y + height, image[1])
            np.testing.assert_allclose(
                row[1:5] * [*image, *image], [(x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0], atol=2e-3)

    def test_poses(self):
        for keypoints, count in (("all", 33), ("coco", 17)):
            self.run_vision("pose", "walk.mp4", "--max-frames", 2, "--yolo", keypoints, "--keypoints", keypoints)
            data, labels = self.read(self.folder / keypoints)
            self.assertEqual((data["kpt_shape"], data["names"]), ([count, 3], {0: "person"}))
            flipped = data["flip_idx"]
            self.assertEqual([flipped[flipped[index]] for index in range(count)], list(range(count)))
            self.assertTrue(all(len(table) == 1 for table in labels.values()))
            self.assertEqual(set(np.unique([table[:, 7::3] for table in labels.values()])) - {0, 1, 2}, set())


class CVAT(Labels):
    """CVAT XML 1.1, by https://docs.cvat.ai/docs/dataset_management/formats/xml_format/."""

    def number(self, element, *names):
        values = [float(element.attrib[name]) for name in names]
        self.assertTrue(all(math.isfinite(value) for value in values))
        return values

    def check_shape(self, element, labels, in_track, size):
        if in_track:
            self.assertGreaterEqual(int(element.attrib["frame"]), 0)
            self.assertIn(element.attrib["keyframe"], ("0", "1"))
            self.assertIn(element.attrib["outside"], ("0", "1"))
        else:
            self.assertIn(element.attrib["label"], labels)
            self.assertIn(element.attrib["source"], ("manual", "auto"))
        int(element.attrib["z_order"])
        if element.tag == "box":
            self.assertIn(element.attrib["occluded"], ("0", "1"))
            left, top, right, bottom = self.number(element, "xtl", "ytl", "xbr", "ybr")
            self.assertTrue(0 <= left < right <= size[0] and 0 <= top < bottom <= size[1])
            return
        self.assertEqual(element.tag, "skeleton")
        points = [child for child in element if child.tag == "points"]
        parent = element.attrib.get("label") or in_track
        self.assertEqual({point.attrib["label"] for point in points}, labels[parent])
        for point in points:
            self.assertIn(point.attrib["outside"], ("0", "1"))
            self.assertIn(point.attrib["occluded"], ("0", "1"))
            x, y = map(float, point.attrib["points"].split(","))
            self.assertTrue(0 <= x <= size[0] and 0 <= y <= size[1])

    def read(self, path):
        root = ElementTree.parse(path).getroot()
        self.assertEqual((root.tag, root.find("version").text), ("annotations", "1.1"))
        task = root.find("meta/task")
        self.assertIn(task.find("mode").text, ("annotation", "interpolation"))
        labels = {}
        for label in task.findall("labels/label"):
            parent = label.find("parent")
            if parent is None:
                labels[label.find("name").text] = set()
                self.assertEqual(label.find("type").text == "skeleton", label.find("svg") is not None)
            else:
                self.assertEqual(label.find("type").text, "points")
                labels[parent.text].add(label.find("name").text)
        for image in root.findall("image"):
            size = self.number(image, "width", "height")
            for shape in image:
                self.check_shape(shape, labels, None, size)
        for track in root.findall("track"):
            int(track.attrib["id"])
            self.assertIn(track.attrib["label"], labels)
            size = [float(task.find(f"original_size/{name}").text) for name in ("width", "height")]
            frames = [int(shape.attrib["frame"]) for shape in track]
            self.assertEqual(frames, sorted(set(frames)))
            for shape in track:
                self.check_shape(shape, labels, track.attrib["label"], size)
        # What creates the same labels in CVAT.
        raw = json.loads((self.folder / "out" / "labels.json").read_text())
        self.assertEqual(
            {label["name"]: {point["name"] for point in label.get("sublabels", [])} for label in raw}, labels)
        for label in raw:
            svg = ElementTree.fromstring("<svg>" + label.get("svg", "") + "</svg>")
            nodes = [node for node in svg if node.tag == "circle"]
            self.assertEqual([node.attrib["data-label-name"] for node in nodes],
                             [point["name"] for point in label.get("sublabels", [])])
            for edge in (node for node in svg if node.tag == "line"):
                self.assertTrue(1 <= int(edge.attrib["data-node-from"]) <= len(nodes))
                self.assertTrue(1 <= int(edge.attrib["data-node-to"]) <= len(nodes))
        return root

    def test_images(self):
        self.run_vision("detect", "pets.png", "empty_flat.png", "b", "--cvat", "out")
        root = self.read(self.folder / "out" / "images.xml")
        self.assertEqual([image.attrib["name"] for image in root.findall("image")],
                         ["pets.png", "empty_flat.png", "b/a \"b\" & 'c'.jpg"])
        line = self.lines("detect", "pets.png")[0]
        self.assertEqual([box.attrib["label"] for box in root.find("image")],
                         [item["categories"][0]["categoryName"] for item in line["detections"]])

    def test_tracks(self):
        self.run_vision("detect", "walk.mp4", "--track", "--max-frames", 20, "--cvat", "out")
        root = self.read(self.folder / "out" / "videos" / "walk.mp4.xml")
        shown = {
            (int(track.attrib["id"]), int(box.attrib["frame"]))
            for track in root.findall("track") for box in track if box.attrib["outside"] == "0"}
        lines = self.lines("detect", "walk.mp4", "--track", "--max-frames", "20")
        self.assertEqual(shown, {(item["trackingId"], line["frame"]) for line in lines for item in line["detections"]})

    def test_skeletons(self):
        self.run_vision("pose", "walk.mp4", "--track", "--max-frames", 3, "--cvat", "out", "--keypoints", "coco")
        root = self.read(self.folder / "out" / "videos" / "walk.mp4.xml")
        self.assertEqual([shape.tag for shape in root.find("track")], ["skeleton"] * 3)
        self.run_vision("hand", "pets.png", "empty_flat.png", "--cvat", "out")
        self.read(self.folder / "out" / "images.xml")


class MOTChallenge(Labels):
    def test_tracks(self):
        self.run_vision("detect", "walk.mp4", "--track", "--max-frames", 30, "--mot", "out")
        path = self.folder / "out" / "walk.mp4.txt"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            data = motmetrics.io.loadtxt(path, fmt="mot15-2D")
        lines = self.lines("detect", "walk.mp4", "--track", "--max-frames", "30")
        expected = {
            (line["frame"] + 1, item["trackingId"]): item["boundingBox"]
            for line in lines for item in line["detections"]}
        self.assertEqual(set(data.index), set(expected))
        size = size_of_video(self.folder / "walk.mp4")
        for index, row in data.iterrows():
            box = expected[index]
            # The reader counts places from 0 again.
            self.assertEqual((row["X"], row["Y"]), (max(box["x"], 0), max(box["y"], 0)))
            self.assertEqual(row["X"] + row["Width"], min(box["x"] + box["width"], size[0]))
            self.assertTrue(0 < row["Confidence"] <= 1)
        # Compared with themselves the tracks are right.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            accumulator = motmetrics.MOTAccumulator()
            for frame, rows in data.groupby(level=0):
                ids = rows.index.get_level_values(1)
                boxes = rows[["X", "Y", "Width", "Height"]].to_numpy(float)
                # 0 for equal boxes; motmetrics' own distances need an older numpy.
                distances = np.abs(boxes[:, None] - boxes[None]).max(axis=2)
                accumulator.update(ids, ids, np.where(distances < 0.01, 0, np.nan), frameid=frame)
            summary = motmetrics.metrics.create().compute(accumulator, metrics=["mota", "num_switches"], name="x")
        self.assertEqual((summary["mota"]["x"], summary["num_switches"]["x"]), (1, 0))

    def test_detections(self):
        self.run_vision("detect", "walk.mp4", "--max-frames", 2, "--mot", "out")
        rows = np.loadtxt(self.folder / "out" / "walk.mp4.txt", delimiter=",", ndmin=2)
        self.assertEqual((rows.shape[1], set(rows[:, 1]), rows[0, 0]), (10, {-1}, 1))


class COCOKeypoints(Labels):
    def test_poses(self):
        self.run_vision("pose", "walk.mp4", "--max-frames", 5, "--coco", "a.json", "--keypoints", "coco")
        with contextlib.redirect_stdout(io.StringIO()):
            truth = COCO(str(self.folder / "a.json"))
            category = truth.loadCats(truth.getCatIds())[0]
            # A results file is a list of these keys.
            keys = ("image_id", "category_id", "keypoints", "score")
            found = truth.loadRes([{key: item[key] for key in keys} for item in truth.dataset["annotations"]])
            evaluation = COCOeval(truth, found, "keypoints")
            evaluation.evaluate()
            evaluation.accumulate()
            evaluation.summarize()
        self.assertEqual((category["name"], len(category["keypoints"]), len(category["skeleton"])), ("person", 17, 19))
        self.assertEqual(category["keypoints"][15], "left_ankle")
        np.testing.assert_allclose(evaluation.params.kpt_oks_sigmas, COCO_SIGMAS)
        self.assertEqual(evaluation.stats[0], 1)
        line = self.lines("pose", "walk.mp4", "--max-frames", "1")[0]
        size = size_of_video(self.folder / "walk.mp4")
        nose = truth.dataset["annotations"][0]["keypoints"][:2]
        np.testing.assert_allclose(nose, np.multiply(line["landmarks"][0][0][:2], size), atol=0.0051)

    def test_hands_and_faces(self):
        shutil.copy(MEDIA / "thumb_up_teal.png", self.folder / "hand.png")
        self.run_vision("hand", "hand.png", "--coco", "a.json")
        with contextlib.redirect_stdout(io.StringIO()):
            data = COCO(str(self.folder / "a.json"))
            data.showAnns(data.loadAnns(data.getAnnIds()))
        annotation = data.dataset["annotations"][0]
        self.assertEqual((len(annotation["keypoints"]), annotation["num_keypoints"]), (63, 21))


def size_of(path):
    from PIL import Image

    with Image.open(path) as image:
        return image.size


def size_of_video(path):
    output = subprocess.run(
        [VISION, "detect", str(path), "--max-frames", "1", "--coco", "-", "--quiet"], check=True, capture_output=True)
    video = json.loads(output.stdout)["videos"][0]
    return video["width"], video["height"]


if __name__ == "__main__":
    unittest.main()
