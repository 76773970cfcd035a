"""Pairs of a face's landmarks that drawings connect."""
from .._library import connections


def _path(*landmarks):
    return list(zip(landmarks, landmarks[1:]))


FACEMESH_LIPS = connections("face", "lips")
FACEMESH_LEFT_EYE = connections("face", "left eye")
FACEMESH_LEFT_IRIS = connections("face", "left iris")
FACEMESH_LEFT_EYEBROW = connections("face", "left eyebrow")
FACEMESH_RIGHT_EYE = connections("face", "right eye")
FACEMESH_RIGHT_IRIS = connections("face", "right iris")
FACEMESH_RIGHT_EYEBROW = connections("face", "right eyebrow")
FACEMESH_FACE_OVAL = connections("face", "face oval")
FACEMESH_NOSE = frozenset(
    _path(168, 6, 197, 195, 5, 4, 1, 19, 94, 2) + _path(98, 97, 2, 326, 327, 294, 278, 344, 440, 275, 4)
    + _path(4, 45, 220, 115, 48, 64, 98))
FACEMESH_CONTOURS = (
    FACEMESH_LIPS | FACEMESH_LEFT_EYE | FACEMESH_LEFT_EYEBROW | FACEMESH_RIGHT_EYE | FACEMESH_RIGHT_EYEBROW
    | FACEMESH_FACE_OVAL)
FACEMESH_IRISES = FACEMESH_LEFT_IRIS | FACEMESH_RIGHT_IRIS
FACEMESH_TESSELATION = connections("face", "tesselation")
