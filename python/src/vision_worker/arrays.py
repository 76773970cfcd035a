"""Results as NumPy arrays, in the form that `supervision` takes.

    sv.Detections(**arrays.detections(result))
    sv.KeyPoints(**arrays.key_points(result, size=(width, height)))

This needs numpy; `to_detections` and `to_key_points` need supervision 0.29 or later. The rest of the package needs neither.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from ._result import Result

if TYPE_CHECKING:
    import supervision as sv

Source = Union[Result, Mapping[str, Any]]
Size = Optional[tuple[int, int]]
Array = npt.NDArray[Any]

COCO_POSE = (0, 2, 5, 7, 8, 11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28)
"""The landmarks of a pose that are COCO's 17 keypoints: `key_points["xy"][:, COCO_POSE]`."""

# The names of the classes, as in files of labels, and the keys of a line that have their landmarks.
_FIGURES: dict[str, list[tuple[str, str]]] = {
    "gesture": [("hand", "landmarks")],
    "hand": [("hand", "landmarks")],
    "pose": [("person", "landmarks")],
    "face": [("face", "faceLandmarks")],
    "holistic": [
        ("face", "faceLandmarks"),
        ("person", "poseLandmarks"),
        ("left hand", "leftHandLandmarks"),
        ("right hand", "rightHandLandmarks"),
    ],
}
_COARSE = ("unknown", "homeGoods", "fashionGoods", "food", "places", "plants")
_FACE_POINTS = 6


class _Object(NamedTuple):
    box: tuple[float, float, float, float]
    class_id: int
    name: str
    score: float
    tracker_id: int
    """-1 without an ID, as in supervision."""
    points: Array
    """(m, 2), in pixels."""
    visibility: Array


def detections(result: Source, size: Size = None) -> dict[str, Any]:
    """The boxes of a result: the arguments of `supervision.Detections`.

    `xyxy` is (n, 4) float32 in pixels, `confidence` (n,) float32, `class_id` (n,) int, `data["class_name"]` (n,) str.
    `tracker_id` is (n,) int, -1 for an object without an ID; None if no object has one. `mask` is (n, height, width)
    bool with `segmentation_masks`, else None. A box of landmarks holds all of them; it needs `size`, the width and
    height of the image.

    `result` is a `Result`, or a parsed line of `vision TASK --json`. Raises `ValueError` for one that failed, and for a
    task without boxes and landmarks.
    """
    value = _value(result)
    objects = _objects(value, size)
    return {
        "xyxy": np.array([item.box for item in objects], np.float32).reshape(-1, 4),
        "mask": _masks(value, len(objects)),
        "confidence": np.array([item.score for item in objects], np.float32),
        "class_id": np.array([item.class_id for item in objects], int),
        "tracker_id": _tracker_ids(objects),
        "data": {"class_name": _names(objects)},
    }


def key_points(result: Source, size: tuple[int, int]) -> dict[str, Any]:
    """The landmarks of a result, or the keypoints of its faces: the arguments of `supervision.KeyPoints`.

    `xy` is (n, m, 2) float32 in pixels of an image of this width and height, `keypoint_confidence` (n, m) float32: a
    body's visibility, else 1. Figures with fewer points than others are padded with zeros. `class_id` is (n,) int;
    `data["class_name"]` and, where objects have IDs, `data["tracker_id"]` are (n,).
    """
    objects = _objects(_value(result), size)
    width = max((len(item.points) for item in objects), default=0)
    xy = np.zeros((len(objects), width, 2), np.float32)
    confidence = np.zeros((len(objects), width), np.float32)
    for index, item in enumerate(objects):
        xy[index, : len(item.points)] = item.points
        confidence[index, : len(item.points)] = item.visibility
    data: dict[str, Array] = {"class_name": _names(objects)}
    tracker_ids = _tracker_ids(objects)
    if tracker_ids is not None:
        data["tracker_id"] = tracker_ids
    return {
        "xy": xy,
        "keypoint_confidence": confidence,
        "class_id": np.array([item.class_id for item in objects], int),
        "data": data,
    }


def to_detections(result: Source, size: Size = None) -> sv.Detections:
    """`detections` as a `supervision.Detections`."""
    import supervision

    return supervision.Detections(**detections(result, size))


def to_key_points(result: Source, size: tuple[int, int]) -> sv.KeyPoints:
    """`key_points` as a `supervision.KeyPoints`."""
    import supervision

    return supervision.KeyPoints(**key_points(result, size))


def _value(result: Source) -> Mapping[str, Any]:
    value = result.value if isinstance(result, Result) else result
    if "error" in value:
        raise ValueError(f"The image has no result: {value['error'].get('message')}")
    if "detections" not in value and value.get("task") not in _FIGURES:
        raise ValueError(f"A result of {value.get('task')!r} has neither boxes nor landmarks.")
    return value


def _objects(value: Mapping[str, Any], size: Size) -> list[_Object]:
    if "detections" in value:
        return [_box(item, value.get("task"), size) for item in value["detections"]]
    if size is None:
        raise ValueError("Landmarks are in fractions of the image; give its size, (width, height).")
    objects = []
    for number, (name, key) in enumerate(_FIGURES[value["task"]]):
        figures = value.get(key, [])
        if value["task"] == "holistic":
            figures = [figures] if figures else []
        ids = value.get("trackingIds") or [None] * len(figures)
        scores = value.get("faceScores") or [None] * len(figures)
        objects += [_figure(*item, number, name, size) for item in zip(figures, ids, scores)]
    return objects


def _box(item: Mapping[str, Any], task: Any, size: Size) -> _Object:
    box = item["boundingBox"]
    best = (item.get("categories") or [{"index": 0, "categoryName": "unknown", "score": 1}])[0]
    name = "face" if task == "face-detect" else best.get("categoryName") or str(best["index"])
    if "classificationCategory" in item:
        name = item["classificationCategory"]
        best = {"index": _COARSE.index(name) if name in _COARSE else 0, "score": item.get("confidence", 1)}
    # Landmarks, and keypoints of faces, are in fractions.
    points = np.array([point[:2] for point in item.get("keypoints") or []], np.float32).reshape(-1, 2)
    if task == "face-detect" and len(points) != _FACE_POINTS:
        points = np.zeros((_FACE_POINTS, 2), np.float32)
    return _Object(
        (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]),
        best["index"],
        name,
        _number(best["score"]),
        -1 if item.get("trackingId") is None else item["trackingId"],
        points * np.array(size or (1, 1), np.float32),
        np.ones(len(points), np.float32),
    )


def _figure(
    landmarks: list[list[Any]], tracker_id: int | None, score: float | None, number: int, name: str, size: tuple[int, int]
) -> _Object:
    points = np.array([[_number(value) for value in point[:2]] for point in landmarks], np.float32).reshape(-1, 2)
    points = points * np.array(size, np.float32)
    seen = np.array([_number(point[3]) if len(point) > 3 else 1 for point in landmarks], np.float32)
    low, high = (points.min(axis=0), points.max(axis=0)) if len(points) else (np.zeros(2), np.zeros(2))
    mean = float(seen.mean()) if len(seen) else 0.0
    return _Object(
        (low[0], low[1], high[0], high[1]),
        number,
        name,
        mean if score is None else _number(score),
        -1 if tracker_id is None else tracker_id,
        points,
        seen,
    )


def _number(value: Any) -> float:
    """A number; 0 for null, which stands for what is none."""
    return float(value) if value is not None else 0.0


def _names(objects: list[_Object]) -> Array:
    return np.array([item.name for item in objects], dtype=str)


def _tracker_ids(objects: list[_Object]) -> Array | None:
    ids = np.array([item.tracker_id for item in objects], int)
    return ids if (ids >= 0).any() else None


def _masks(value: Mapping[str, Any], count: int) -> Array | None:
    """The pixels that belong to an object with more than a half; None without a mask for each."""
    masks = value.get("segmentationMasks") or value.get("poseSegmentationMask")
    masks = [masks] if isinstance(masks, Mapping) else masks
    if not masks or len(masks) != count or any("data" not in mask for mask in masks):
        return None
    return np.stack([_mask(mask) for mask in masks])


def _mask(mask: Mapping[str, Any]) -> Array:
    kind = "<f4" if mask["dataType"] == "float32" else "u1"
    values = np.frombuffer(base64.b64decode(mask["data"]), kind).reshape(mask["height"], mask["width"])
    return np.asarray(values > (0.5 if kind == "<f4" else 127))
