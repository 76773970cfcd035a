"""Random labels and results, and what pycocotools computes from them.

With ties of scores and of overlaps, crowds, images without labels or results, classes without labels, objects of all sizes,
and more results than count.
"""

import contextlib
import io
import random

import numpy
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

# A power of two, so that whole pixels are exact in fractions of it.
SIDE = 512
BOX_METRICS = (
    "AP", "AP50", "AP75", "AP_small", "AP_medium", "AP_large", "AR_1", "AR_10", "AR_100", "AR_small", "AR_medium",
    "AR_large")
KEYPOINT_METRICS = (
    "AP", "AP50", "AP75", "AP_medium", "AP_large", "AR", "AR50", "AR75", "AR_medium", "AR_large")


def box(rng):
    # Whole numbers, so that overlaps meet thresholds exactly.
    longest = rng.choice((16, 40, 120, 300))
    width, height = rng.randint(2, longest), rng.randint(2, longest)
    return [rng.randint(0, SIDE - width), rng.randint(0, SIDE - height), width, height]


def near(rng, values):
    x, y, width, height = values
    shift = rng.choice((0, 0, 1, 2, 5, 12))
    width, height = (max(1, side + rng.randint(-shift, shift)) for side in (width, height))
    x, y = (max(0, place + rng.randint(-shift, shift)) for place in (x, y))
    return [x, y, min(width, SIDE - x), min(height, SIDE - y)]


def score(rng):
    # Few values, for ties.
    return rng.choice((rng.randint(0, 20) / 20, round(rng.random(), 4)))


def images_of(rng, count):
    numbers = rng.sample(range(1, 10000), count)
    return [{"id": i, "file_name": f"{i:06d}.jpg", "width": SIDE, "height": SIDE} for i in numbers]


def box_case(seed, image_count=12, most=12):
    """A data set, and results as `loadRes` takes them."""
    rng = random.Random(seed)
    categories = [{"id": 3 * i + 1, "name": f"class {i}"} for i in range(rng.randint(1, 5))]
    images = images_of(rng, image_count)
    annotations, results = [], []
    for image in images:
        for _ in range(rng.choice((0, 1, 3, most))):
            bbox = box(rng)
            category = rng.choice(categories)["id"]
            annotations.append({
                "id": len(annotations) + 1, "image_id": image["id"], "category_id": category, "bbox": bbox,
                # Segments are smaller than their boxes.
                "area": round(bbox[2] * bbox[3] * rng.choice((1, 0.6)), 1), "iscrowd": int(rng.random() < 0.08)})
            for _ in range(rng.choice((0, 1, 1, 2))):
                results.append({
                    "image_id": image["id"], "bbox": near(rng, bbox), "score": score(rng),
                    "category_id": category if rng.random() < 0.9 else rng.choice(categories)["id"]})
        for _ in range(rng.choice((0, 0, 2, 5, 110 if seed % 5 == 0 else 1))):
            results.append({
                "image_id": image["id"], "bbox": box(rng), "score": score(rng),
                "category_id": rng.choice(categories)["id"]})
    return {"images": images, "annotations": annotations, "categories": categories}, results


def keypoint_case(seed, image_count=12):
    rng = random.Random(seed)
    images = images_of(rng, image_count)
    annotations, results = [], []
    for image in images:
        for _ in range(rng.choice((0, 1, 1, 2, 5))):
            x, y, width, height = box(rng)
            points, seen = [], rng.choice((0, 4, 17, 17))
            for index in range(17):
                if index < seen:
                    points += [x + rng.randint(0, width), y + rng.randint(0, height), rng.choice((1, 2))]
                else:
                    points += [0, 0, 0]
            annotations.append({
                "id": len(annotations) + 1, "image_id": image["id"], "category_id": 1, "bbox": [x, y, width, height],
                "area": round(width * height * 0.6, 1), "iscrowd": int(rng.random() < 0.08), "keypoints": points,
                "num_keypoints": seen})
            for _ in range(rng.choice((0, 1, 1, 2))):
                spread = max(width, height) * rng.choice((0, 0.02, 0.05, 0.2))
                found = []
                for index in range(17):
                    place = points[3 * index:3 * index + 2] if index < seen else [x + width / 2, y + height / 2]
                    found += [round(min(max(value + rng.uniform(-spread, spread), 0), SIDE), 2) for value in place] + [1]
                results.append(
                    {"image_id": image["id"], "category_id": 1, "keypoints": found, "score": score(rng)})
        for _ in range(rng.choice((0, 0, 1, 25 if seed % 5 == 0 else 1))):
            found = [value for _ in range(17) for value in (rng.randint(0, SIDE), rng.randint(0, SIDE), 1)]
            results.append({"image_id": image["id"], "category_id": 1, "keypoints": found, "score": score(rng)})
    categories = [{"id": 1, "name": "person"}]
    return {"images": images, "annotations": annotations, "categories": categories}, results


def expected(truth, results, kind):
    """The summary by its names, and for boxes AP and AP50 of each class; None where there is no label."""
    with contextlib.redirect_stdout(io.StringIO()):
        data = COCO()
        data.dataset = truth
        data.createIndex()
        if results:
            found = data.loadRes([dict(result) for result in results])
        else:
            # loadRes takes no empty list.
            found = COCO()
            found.dataset = {**truth, "annotations": []}
            found.createIndex()
        evaluation = COCOeval(data, found, kind)
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()

    def value(number):
        return None if number < 0 else float(number)

    names = BOX_METRICS if kind == "bbox" else KEYPOINT_METRICS
    values = {name: value(number) for name, number in zip(names, evaluation.stats)}
    precision = evaluation.eval["precision"]
    classes = {}
    for place, number in enumerate(sorted(category["id"] for category in truth["categories"])):
        name = next(category["name"] for category in truth["categories"] if category["id"] == number)
        part = precision[:, :, place, 0, -1]
        classes[name] = [value(numpy.mean(part)), value(numpy.mean(part[0]))]
    return values, classes
