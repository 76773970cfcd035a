"""Draws landmarks and detections with OpenCV, as `mp.solutions.drawing_utils` did."""
import dataclasses
import math
from collections.abc import Mapping
from typing import Tuple

import numpy as np

from . import messages as landmark_pb2  # noqa: F401, where programs take it from
from ._base import require_image

WHITE_COLOR = (224, 224, 224)
BLACK_COLOR = (0, 0, 0)
RED_COLOR = (0, 0, 255)
GREEN_COLOR = (0, 128, 0)
BLUE_COLOR = (255, 0, 0)

# Landmarks that are less visible, or less probably in the image, are not drawn.
_VISIBILITY_THRESHOLD = 0.5
_PRESENCE_THRESHOLD = 0.5


@dataclasses.dataclass
class DrawingSpec:
    """A color in the order blue, green, red, and sizes in pixels; a thickness of -1 fills a circle."""

    color: Tuple[int, int, int] = WHITE_COLOR
    thickness: int = 2
    circle_radius: int = 2


def _normalized_to_pixel_coordinates(x, y, width, height):
    """The pixel of a point in fractions of the image; None outside it."""
    def is_inside(value):
        return 0 <= value <= 1 or math.isclose(0, value) or math.isclose(1, value)

    if not (is_inside(x) and is_inside(y)):
        return None
    return min(math.floor(x * width), width - 1), min(math.floor(y * height), height - 1)


def _size(image):
    require_image(image, "bgr")
    return image.shape[1], image.shape[0]


def _is_visible(landmark):
    return not (
        landmark.HasField("visibility") and landmark.visibility < _VISIBILITY_THRESHOLD
        or landmark.HasField("presence") and landmark.presence < _PRESENCE_THRESHOLD)


def _connected(connections, count):
    for start, end in connections or ():
        if not (0 <= start < count and 0 <= end < count):
            raise ValueError(
                f"Landmark index is out of range. Invalid connection from landmark #{start} to landmark #{end}.")
        yield start, end


def draw_landmarks(
    image, landmark_list, connections=None, landmark_drawing_spec=DrawingSpec(color=RED_COLOR),
    connection_drawing_spec=DrawingSpec(), is_drawing_landmarks=True,
):
    """Draws landmarks and their connections into an image, an array of height x width x 3 bytes: blue, green, red.

    A drawing spec is one for all, or a mapping by landmark or by connection; None or an empty mapping for the landmarks draws
    none of them.
    Raises ValueError for another image and for a connection to a landmark that is not there."""
    import cv2

    if not landmark_list:
        return
    width, height = _size(image)
    points = {}
    for index, landmark in enumerate(landmark_list.landmark):
        point = _normalized_to_pixel_coordinates(landmark.x, landmark.y, width, height) if _is_visible(landmark) else None
        if point is not None:
            points[index] = point
    for pair in _connected(connections, len(landmark_list.landmark)):
        if pair[0] in points and pair[1] in points:
            spec = connection_drawing_spec[pair] if isinstance(connection_drawing_spec, Mapping) else connection_drawing_spec
            cv2.line(image, points[pair[0]], points[pair[1]], spec.color, spec.thickness)
    if not is_drawing_landmarks or not landmark_drawing_spec:
        return
    for index, point in points.items():
        spec = landmark_drawing_spec[index] if isinstance(landmark_drawing_spec, Mapping) else landmark_drawing_spec
        border = max(spec.circle_radius + 1, int(spec.circle_radius * 1.2))
        cv2.circle(image, point, border, WHITE_COLOR, spec.thickness)
        cv2.circle(image, point, spec.circle_radius, spec.color, spec.thickness)


def draw_detection(
    image, detection, keypoint_drawing_spec=DrawingSpec(color=RED_COLOR), bbox_drawing_spec=DrawingSpec(),
):
    """Draws the box and the keypoints of a detection into an image; see `draw_landmarks`."""
    import cv2

    if not detection.location_data:
        return
    width, height = _size(image)
    location = detection.location_data
    if location.format != 2:
        raise ValueError("LocationData must be relative for this drawing function to work.")
    for keypoint in location.relative_keypoints:
        point = _normalized_to_pixel_coordinates(keypoint.x, keypoint.y, width, height)
        if point is not None:
            cv2.circle(
                image, point, keypoint_drawing_spec.circle_radius, keypoint_drawing_spec.color,
                keypoint_drawing_spec.thickness)
    if not location.HasField("relative_bounding_box"):
        return
    box = location.relative_bounding_box
    start = _normalized_to_pixel_coordinates(box.xmin, box.ymin, width, height)
    end = _normalized_to_pixel_coordinates(box.xmin + box.width, box.ymin + box.height, width, height)
    if start is not None and end is not None:
        cv2.rectangle(image, start, end, bbox_drawing_spec.color, bbox_drawing_spec.thickness)


def draw_axis(
    image, rotation, translation, focal_length=(1.0, 1.0), principal_point=(0.0, 0.0), axis_length=0.1,
    axis_drawing_spec=DrawingSpec(),
):
    """Draws the axes of an object in space into an image: x red, y green, z blue."""
    import cv2

    width, height = _size(image)
    ends = np.matmul(rotation, axis_length * np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32).T).T
    x, y, z = (ends + translation).T
    x = np.clip(-focal_length[0] * x / (z + 1e-5) + principal_point[0], -1, 1)
    y = np.clip(-focal_length[1] * y / (z + 1e-5) + principal_point[1], -1, 1)
    points = list(zip(((1 + x) / 2 * width).astype(int).tolist(), ((1 - y) / 2 * height).astype(int).tolist()))
    for point, color in zip(points[1:], (RED_COLOR, GREEN_COLOR, BLUE_COLOR)):
        cv2.arrowedLine(image, points[0], point, color, axis_drawing_spec.thickness)


def plot_landmarks(
    landmark_list, connections=None, landmark_drawing_spec=DrawingSpec(color=RED_COLOR, thickness=5),
    connection_drawing_spec=DrawingSpec(color=BLACK_COLOR, thickness=5), elevation=10, azimuth=10,
):
    """Plots landmarks in space with Matplotlib, and shows the figure."""
    import matplotlib.pyplot as plt

    if not landmark_list:
        return
    axes = plt.figure(figsize=(10, 10)).add_subplot(projection="3d")
    axes.view_init(elev=elevation, azim=azimuth)
    points = {
        index: (-landmark.z, landmark.x, -landmark.y)
        for index, landmark in enumerate(landmark_list.landmark) if _is_visible(landmark)}

    def color(spec):
        return tuple(value / 255 for value in spec.color[::-1])

    for point in points.values():
        axes.scatter3D(*([value] for value in point), color=color(landmark_drawing_spec), linewidth=landmark_drawing_spec.thickness)
    for start, end in _connected(connections, len(landmark_list.landmark)):
        if start in points and end in points:
            axes.plot3D(
                *zip(points[start], points[end]), color=color(connection_drawing_spec),
                linewidth=connection_drawing_spec.thickness)
    plt.show()
