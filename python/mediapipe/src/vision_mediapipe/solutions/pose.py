"""The pose of one person, as `mp.solutions.pose` had it."""
import enum

from . import _tasks
from ._base import TaskSolution, landmark_list, require_choice, world_landmark_list
from .pose_connections import POSE_CONNECTIONS  # noqa: F401

_SIDES = ("LEFT", "RIGHT")
PoseLandmark = enum.IntEnum("PoseLandmark", " ".join(
    ["NOSE"] + [f"{side}_EYE{part}" for side in _SIDES for part in ("_INNER", "", "_OUTER")]
    + [f"{side}_EAR" for side in _SIDES] + [f"MOUTH_{side}" for side in _SIDES]
    + [f"{side}_{part}" for part in (
        "SHOULDER", "ELBOW", "WRIST", "PINKY", "INDEX", "THUMB", "HIP", "KNEE", "ANKLE", "HEEL", "FOOT_INDEX")
       for side in _SIDES]), start=0)

# The heavy model cannot be had: the catalog has none.
MODELS = ("pose_landmarker_lite", "pose_landmarker_full", "pose_landmarker_full")


class Pose(TaskSolution):
    """Finds the pose of one person. `model_complexity` is 0 (lite), 1 (full) or 2, which was heavy and is full, too. Masks are
    not smoothed over time: `smooth_segmentation` has no effect."""

    def __init__(
        self, static_image_mode=False, model_complexity=1, smooth_landmarks=True, enable_segmentation=False,
        smooth_segmentation=True, min_detection_confidence=0.5, min_tracking_confidence=0.5,
    ):
        model = MODELS[require_choice("model_complexity", model_complexity, len(MODELS))]
        super().__init__(
            lambda: _tasks.Task(
                _tasks.POSE, model, not static_image_mode, smooth=smooth_landmarks, num_poses=1,
                min_pose_detection_confidence=min_detection_confidence, min_pose_presence_confidence=min_tracking_confidence,
                min_tracking_confidence=_tasks.TRACKING_OVERLAP, output_segmentation_masks=enable_segmentation))

    def _read(self, result):
        found = result.pose_landmarks_count > 0
        return {
            "pose_landmarks": landmark_list(result.pose_landmarks[0].points(), scores=True) if found else None,
            "pose_world_landmarks": world_landmark_list(result.pose_world_landmarks[0].points(), scores=True) if found else None,
            "segmentation_mask":
                _tasks.mask_array(result.segmentation_masks[0]) if result.segmentation_masks_count else None,
        }
