"""People before their background, as `mp.solutions.selfie_segmentation` had them."""
from . import _tasks
from ._base import TaskSolution, require_choice


class SelfieSegmentation(TaskSolution):
    """Finds the pixels of people. Both values of `model_selection`, 0 (general) and 1 (landscape), use the general model."""

    def __init__(self, model_selection=0):
        require_choice("model_selection", model_selection, 2)
        super().__init__(
            lambda: _tasks.Task(
                _tasks.SEGMENTATION, "selfie_segmenter", stream=False, output_confidence_masks=True))

    def _read(self, result):
        # A model with a class for the background has the people last.
        count = result.confidence_masks_count
        return {"segmentation_mask": _tasks.mask_array(result.confidence_masks[count - 1]) if count else None}
