"""The classes of `mp.solutions` as MediaPipe had them before 1.0, with today's models.

    from vision_mediapipe import solutions

    with solutions.hands.Hands(max_num_hands=2) as hands:
        results = hands.process(rgb)                 # an array of height x width x 3 bytes
        for landmarks in results.multi_hand_landmarks or []:
            solutions.drawing_utils.draw_landmarks(bgr, landmarks, solutions.hands.HAND_CONNECTIONS)

Old programs run unchanged after `vision_mediapipe.enable(solutions=True)`. What differs from then is in `docs/differences.md`
of the project.
"""
import importlib

_NAMES = (
    "download_utils", "drawing_styles", "drawing_utils", "face_detection", "face_mesh", "face_mesh_connections", "hands", "hands_connections",
    "holistic", "messages", "objectron", "pose", "pose_connections", "selfie_segmentation",
)
__all__ = list(_NAMES)


def __getattr__(name):
    if name in _NAMES:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__():
    return sorted([*globals(), *_NAMES])
