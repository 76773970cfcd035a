"""The mesh of faces, as `mp.solutions.face_mesh` had it."""
from . import _tasks
from ._base import TaskSolution, landmark_list
from .face_mesh_connections import *  # noqa: F401,F403
from .face_mesh_connections import FACEMESH_CONTOURS

# The name that the contours had until 0.8.6.
FACE_CONNECTIONS = FACEMESH_CONTOURS
FACEMESH_NUM_LANDMARKS = 468
FACEMESH_NUM_LANDMARKS_WITH_IRISES = 478


class FaceMesh(TaskSolution):
    """Finds the landmarks of faces: 468 a face, and with `refine_landmarks` the ten of the irises. One model finds both, so
    the other landmarks do not change with it."""

    def __init__(
        self, static_image_mode=False, max_num_faces=1, refine_landmarks=False, min_detection_confidence=0.5,
        min_tracking_confidence=0.5,
    ):
        self._landmark_count = None if refine_landmarks else FACEMESH_NUM_LANDMARKS
        super().__init__(
            lambda: _tasks.Task(
                _tasks.FACE_MESH, "face_landmarker", not static_image_mode, num_faces=max_num_faces,
                min_face_detection_confidence=min_detection_confidence, min_face_presence_confidence=min_tracking_confidence,
                min_tracking_confidence=_tasks.TRACKING_OVERLAP))

    def _read(self, result):
        faces = [result.face_landmarks[i].points()[: self._landmark_count] for i in range(result.face_landmarks_count)]
        return {"multi_face_landmarks": [landmark_list(points) for points in faces] or None}
