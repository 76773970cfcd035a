"""The colors of `mp.solutions.drawing_styles`."""
from . import face_mesh_connections as face
from . import hands_connections as hands
from .drawing_utils import DrawingSpec
from .hands import HandLandmark
from .pose import PoseLandmark

_RED, _GREEN, _BLUE, _YELLOW = (48, 48, 255), (48, 255, 48), (192, 101, 21), (0, 204, 255)
_GRAY, _PURPLE, _PEACH, _WHITE = (128, 128, 128), (128, 64, 128), (180, 229, 255), (224, 224, 224)
_CYAN, _MAGENTA = (192, 255, 48), (192, 48, 255)
_LEFT_SIDE, _RIGHT_SIDE = (0, 138, 255), (231, 217, 0)

# The color of each finger, of its landmarks beyond the palm and of its connections.
_FINGERS = {
    "THUMB": (_PEACH, hands.HAND_THUMB_CONNECTIONS),
    "INDEX_FINGER": (_PURPLE, hands.HAND_INDEX_FINGER_CONNECTIONS),
    "MIDDLE_FINGER": (_YELLOW, hands.HAND_MIDDLE_FINGER_CONNECTIONS),
    "RING_FINGER": (_GREEN, hands.HAND_RING_FINGER_CONNECTIONS),
    "PINKY": (_BLUE, hands.HAND_PINKY_FINGER_CONNECTIONS),
}


def get_default_hand_landmarks_style():
    """The default style of each landmark of a hand."""
    style = {}
    for landmark in HandLandmark:
        finger = next((name for name in _FINGERS if landmark.name.startswith(name)), None)
        is_palm = finger is None or landmark.name == "THUMB_CMC" or (landmark.name.endswith("MCP") and finger != "THUMB")
        style[landmark] = DrawingSpec(color=_RED if is_palm else _FINGERS[finger][0], thickness=-1, circle_radius=5)
    return style


def get_default_hand_connections_style():
    """The default style of each connection of a hand."""
    style = {pair: DrawingSpec(color=_GRAY, thickness=3) for pair in hands.HAND_PALM_CONNECTIONS}
    for color, pairs in _FINGERS.values():
        style.update({pair: DrawingSpec(color=color, thickness=2) for pair in pairs})
    return style


def _lines(*parts):
    return {pair: DrawingSpec(color=color, thickness=2) for pairs, color in parts for pair in pairs}


def get_default_face_mesh_contours_style(i=0):
    """The default style of each connection of the contours; 1 for another one, with the nose."""
    if i == 1:
        return _lines(
            (face.FACEMESH_LIPS, _BLUE), (face.FACEMESH_LEFT_EYE, _CYAN), (face.FACEMESH_LEFT_EYEBROW, _GREEN),
            (face.FACEMESH_RIGHT_EYE, _MAGENTA), (face.FACEMESH_RIGHT_EYEBROW, _RED), (face.FACEMESH_FACE_OVAL, _WHITE),
            (face.FACEMESH_NOSE, _YELLOW))
    return _lines(
        (face.FACEMESH_LIPS, _WHITE), (face.FACEMESH_LEFT_EYE, _GREEN), (face.FACEMESH_LEFT_EYEBROW, _GREEN),
        (face.FACEMESH_RIGHT_EYE, _RED), (face.FACEMESH_RIGHT_EYEBROW, _RED), (face.FACEMESH_FACE_OVAL, _WHITE))


def get_default_face_mesh_tesselation_style():
    """The default style of the mesh."""
    return DrawingSpec(color=_GRAY, thickness=1)


def get_default_face_mesh_iris_connections_style():
    """The default style of each connection of the irises."""
    return _lines((face.FACEMESH_LEFT_IRIS, _GREEN), (face.FACEMESH_RIGHT_IRIS, _RED))


def get_default_pose_landmarks_style():
    """The default style of each landmark of a pose: the left side orange, the right one blue."""
    def color(name):
        return _LEFT_SIDE if "LEFT" in name else _RIGHT_SIDE if "RIGHT" in name else _WHITE

    return {landmark: DrawingSpec(color=color(landmark.name), thickness=2) for landmark in PoseLandmark}
