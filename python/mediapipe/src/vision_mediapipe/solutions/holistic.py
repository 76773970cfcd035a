"""Face, hands and pose of one person, as `mp.solutions.holistic` had them."""
from . import _tasks
from ._base import TaskSolution, landmark_list, require_choice, world_landmark_list
from .face_mesh import FACE_CONNECTIONS, FACEMESH_NUM_LANDMARKS  # noqa: F401
from .face_mesh_connections import FACEMESH_CONTOURS, FACEMESH_TESSELATION  # noqa: F401
from .hands import HAND_CONNECTIONS, HandLandmark  # noqa: F401
from .pose import POSE_CONNECTIONS, PoseLandmark  # noqa: F401


class Holistic(TaskSolution):
    """Finds the face, the hands and the pose of one person. All values of `model_complexity` use the same model; landmarks of
    streams are always smoothed, and masks never: `smooth_landmarks` and `smooth_segmentation` have no effect."""

    def __init__(
        self, static_image_mode=False, model_complexity=1, smooth_landmarks=True, enable_segmentation=False,
        smooth_segmentation=True, refine_face_landmarks=False, min_detection_confidence=0.5, min_tracking_confidence=0.5,
    ):
        require_choice("model_complexity", model_complexity, 3)
        self._face_count = None if refine_face_landmarks else FACEMESH_NUM_LANDMARKS
        super().__init__(
            lambda: _tasks.Task(
                _tasks.HOLISTIC, "holistic_landmarker", not static_image_mode,
                min_face_detection_confidence=0.5, min_face_suppression_threshold=0.3, min_face_presence_confidence=0.5,
                min_hand_landmarks_confidence=0.5, min_pose_detection_confidence=min_detection_confidence,
                min_pose_suppression_threshold=0.3, min_pose_presence_confidence=min_tracking_confidence,
                output_pose_segmentation_masks=enable_segmentation))

    def _read(self, result):
        return {
            "pose_landmarks": landmark_list(result.pose_landmarks.points(), scores=True),
            "pose_world_landmarks": world_landmark_list(result.pose_world_landmarks.points(), scores=True),
            "left_hand_landmarks": landmark_list(result.left_hand_landmarks.points()),
            "right_hand_landmarks": landmark_list(result.right_hand_landmarks.points()),
            "face_landmarks": landmark_list(result.face_landmarks.points()[: self._face_count]),
            "segmentation_mask": _tasks.mask_array(result.pose_segmentation_mask),
        }
