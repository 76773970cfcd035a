"""`mp.solutions.objectron`, whose models were never published for tasks."""
import enum

BoxLandmark = enum.IntEnum("BoxLandmark", " ".join(
    ["CENTER"] + [f"{depth}_{height}_{side}" for side in ("LEFT", "RIGHT") for height in ("BOTTOM", "TOP") for depth in ("BACK", "FRONT")]),
    start=0)

# A box's edges: corners whose numbers, from 0, differ in one bit are neighbours.
BOX_CONNECTIONS = frozenset(
    (BoxLandmark(1 + corner), BoxLandmark(1 + corner + bit)) for corner in range(8) for bit in (1, 2, 4) if not corner & bit)


class Objectron:
    """Raises NotImplementedError: there is no model for boxes in space."""

    def __init__(self, *arguments, **options):
        raise NotImplementedError(
            "Objectron is not available: its models exist for MediaPipe before 1.0 only. For flat boxes use an object detector.")
