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

# Programs read these sizes, and change them and the tables below, which have the names that MediaPipe gave them.
_RADIUS = 5
_THICKNESS_DOT, _THICKNESS_FINGER, _THICKNESS_WRIST_MCP = -1, 2, 3
_THICKNESS_TESSELATION, _THICKNESS_CONTOURS, _THICKNESS_POSE_LANDMARKS = 1, 2, 2

# The color of each finger, of its landmarks beyond the palm and of its connections.
_FINGERS = {
    "THUMB": (_PEACH, hands.HAND_THUMB_CONNECTIONS),
    "INDEX_FINGER": (_PURPLE, hands.HAND_INDEX_FINGER_CONNECTIONS),
    "MIDDLE_FINGER": (_YELLOW, hands.HAND_MIDDLE_FINGER_CONNECTIONS),
    "RING_FINGER": (_GREEN, hands.HAND_RING_FINGER_CONNECTIONS),
    "PINKY": (_BLUE, hands.HAND_PINKY_FINGER_CONNECTIONS),
}
_FINGER_LANDMARKS = {name: tuple(mark for mark in HandLandmark if mark.name.startswith(name)) for name in _FINGERS}
_PALM_LANDMARKS = (HandLandmark.WRIST, *(marks[0] for marks in _FINGER_LANDMARKS.values()))


def _dots(color):
    return DrawingSpec(color=color, thickness=_THICKNESS_DOT, circle_radius=_RADIUS)


def _lines(*parts):
    return {pairs: DrawingSpec(color=color, thickness=_THICKNESS_CONTOURS) for pairs, color in parts}


_HAND_LANDMARK_STYLE = {
    _PALM_LANDMARKS: _dots(_RED),
    **{_FINGER_LANDMARKS[name][1:]: _dots(color) for name, (color, _) in _FINGERS.items()},
}
_HAND_CONNECTION_STYLE = {
    hands.HAND_PALM_CONNECTIONS: DrawingSpec(color=_GRAY, thickness=_THICKNESS_WRIST_MCP),
    **{pairs: DrawingSpec(color=color, thickness=_THICKNESS_FINGER) for color, pairs in _FINGERS.values()},
}
_FACEMESH_CONTOURS_CONNECTION_STYLE = _lines(
    (face.FACEMESH_LIPS, _WHITE), (face.FACEMESH_LEFT_EYE, _GREEN), (face.FACEMESH_LEFT_EYEBROW, _GREEN),
    (face.FACEMESH_RIGHT_EYE, _RED), (face.FACEMESH_RIGHT_EYEBROW, _RED), (face.FACEMESH_FACE_OVAL, _WHITE))
_FACEMESH_CONTOURS_CONNECTION_STYLE_1 = _lines(
    (face.FACEMESH_LIPS, _BLUE), (face.FACEMESH_LEFT_EYE, _CYAN), (face.FACEMESH_LEFT_EYEBROW, _GREEN),
    (face.FACEMESH_RIGHT_EYE, _MAGENTA), (face.FACEMESH_RIGHT_EYEBROW, _RED), (face.FACEMESH_FACE_OVAL, _WHITE),
    (face.FACEMESH_NOSE, _YELLOW))


def _each(style):
    """The style of each landmark or connection, of that of groups."""
    return {item: spec for group, spec in style.items() for item in group}


def get_default_hand_landmarks_style():
    """The default style of each landmark of a hand."""
    return _each(_HAND_LANDMARK_STYLE)


def get_default_hand_connections_style():
    """The default style of each connection of a hand."""
    return _each(_HAND_CONNECTION_STYLE)


def get_default_face_mesh_contours_style(i=0):
    """The default style of each connection of the contours; 1 for another one, with the nose."""
    return _each(_FACEMESH_CONTOURS_CONNECTION_STYLE_1 if i == 1 else _FACEMESH_CONTOURS_CONNECTION_STYLE)


def get_default_face_mesh_tesselation_style():
    """The default style of the mesh."""
    return DrawingSpec(color=_GRAY, thickness=_THICKNESS_TESSELATION)


def get_default_face_mesh_iris_connections_style():
    """The default style of each connection of the irises."""
    return _each(_lines((face.FACEMESH_LEFT_IRIS, _GREEN), (face.FACEMESH_RIGHT_IRIS, _RED)))


def get_default_pose_landmarks_style():
    """The default style of each landmark of a pose: the left side orange, the right one blue."""
    def color(name):
        return _LEFT_SIDE if "LEFT" in name else _RIGHT_SIDE if "RIGHT" in name else _WHITE

    return {
        landmark: DrawingSpec(color=color(landmark.name), thickness=_THICKNESS_POSE_LANDMARKS) for landmark in PoseLandmark}
