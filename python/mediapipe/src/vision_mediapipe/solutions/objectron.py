"""`mp.solutions.objectron`, whose models were never published for tasks."""


class Objectron:
    """Raises NotImplementedError: there is no model for boxes in space."""

    def __init__(self, *arguments, **options):
        raise NotImplementedError(
            "Objectron is not available: its models exist for MediaPipe before 1.0 only. For flat boxes use an object detector.")
