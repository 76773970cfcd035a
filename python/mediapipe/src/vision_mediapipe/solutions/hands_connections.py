"""Pairs of a hand's landmarks that drawings connect."""


def _finger(first):
    return tuple((index, index + 1) for index in range(first, first + 3))


HAND_PALM_CONNECTIONS = ((0, 1), (0, 5), (9, 13), (13, 17), (5, 9), (0, 17))
HAND_THUMB_CONNECTIONS = _finger(1)
HAND_INDEX_FINGER_CONNECTIONS = _finger(5)
HAND_MIDDLE_FINGER_CONNECTIONS = _finger(9)
HAND_RING_FINGER_CONNECTIONS = _finger(13)
HAND_PINKY_FINGER_CONNECTIONS = _finger(17)
HAND_CONNECTIONS = frozenset(
    HAND_PALM_CONNECTIONS + HAND_THUMB_CONNECTIONS + HAND_INDEX_FINGER_CONNECTIONS + HAND_MIDDLE_FINGER_CONNECTIONS
    + HAND_RING_FINGER_CONNECTIONS + HAND_PINKY_FINGER_CONNECTIONS)
