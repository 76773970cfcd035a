"""Hands: landmarks and handedness, as `mp.solutions.hands` had them."""
import enum

from . import _tasks, messages
from ._base import TaskSolution, landmark_list, require_choice, world_landmark_list
from .hands_connections import *  # noqa: F401,F403
from .hands_connections import HAND_CONNECTIONS

HandLandmark = enum.IntEnum("HandLandmark", " ".join(
    ["WRIST", "THUMB_CMC", "THUMB_MCP", "THUMB_IP", "THUMB_TIP"]
    + [f"{finger}_{joint}" for finger in ("INDEX_FINGER", "MIDDLE_FINGER", "RING_FINGER", "PINKY")
       for joint in ("MCP", "PIP", "DIP", "TIP")]), start=0)


class Hands(TaskSolution):
    """Finds hands. Both values of `model_complexity` use the same model, today's."""

    def __init__(
        self, static_image_mode=False, max_num_hands=2, model_complexity=1, min_detection_confidence=0.5,
        min_tracking_confidence=0.5,
    ):
        require_choice("model_complexity", model_complexity, 2)
        super().__init__(
            lambda: _tasks.Task(
                _tasks.HANDS, "hand_landmarker", not static_image_mode, num_hands=max_num_hands,
                min_hand_detection_confidence=min_detection_confidence, min_hand_presence_confidence=min_tracking_confidence,
                min_tracking_confidence=_tasks.TRACKING_OVERLAP))

    def _read(self, result):
        count = result.hand_landmarks_count
        return {
            "multi_hand_landmarks": [landmark_list(result.hand_landmarks[i].points()) for i in range(count)] or None,
            "multi_hand_world_landmarks":
                [world_landmark_list(result.hand_world_landmarks[i].points()) for i in range(count)] or None,
            "multi_handedness": [_handedness(result.handedness[i].categories[0]) for i in range(count)] or None,
        }


def _handedness(category):
    """The other side: this solution names hands as seen in a mirror, tasks as they are."""
    label = "Left" if category.category_name == b"Right" else "Right"
    result = messages.ClassificationList()
    result.classification.add(index=int(label == "Right"), score=category.score, label=label)
    return result
