"""Faces with six keypoints, as `mp.solutions.face_detection` had them."""
import enum

from . import _tasks, messages
from ._base import TaskSolution, require_choice

MODELS = ("blaze_face_short_range", "face_detection_full_range_sparse")
_RELATIVE_BOUNDING_BOX = 2

FaceKeyPoint = enum.IntEnum(
    "FaceKeyPoint", "RIGHT_EYE LEFT_EYE NOSE_TIP MOUTH_CENTER RIGHT_EAR_TRAGION LEFT_EAR_TRAGION", start=0)


def get_key_point(detection, key_point_enum):
    """A keypoint of a detection; None without keypoints."""
    points = detection.location_data.relative_keypoints if detection is not None else None
    return points[key_point_enum] if points else None


class FaceDetection(TaskSolution):
    """Finds faces. `model_selection` is 0 for faces within two meters, 1 for those within five."""

    def __init__(self, min_detection_confidence=0.5, model_selection=0):
        require_choice("model_selection", model_selection, len(MODELS))
        super().__init__(
            lambda: _tasks.Task(
                _tasks.FACE_DETECTION, MODELS[model_selection], stream=False,
                min_detection_confidence=min_detection_confidence, min_suppression_threshold=0.3))

    def _run(self, image, milliseconds):
        self._size = image.shape[1], image.shape[0]
        return super()._run(image, milliseconds)

    def _read(self, result):
        return {"detections": [self._detection(result.detections[i]) for i in range(result.detections_count)] or None}

    def _detection(self, found):
        width, height = self._size
        box = found.bounding_box
        detection = messages.Detection(label_id=[0], score=[found.categories[0].score])
        location = detection.location_data
        location.format = _RELATIVE_BOUNDING_BOX
        area = location.relative_bounding_box
        area.xmin, area.ymin = box.left / width, box.top / height
        area.width, area.height = (box.right - box.left) / width, (box.bottom - box.top) / height
        for i in range(found.keypoints_count):
            location.relative_keypoints.add(x=found.keypoints[i].x, y=found.keypoints[i].y)
        return detection
