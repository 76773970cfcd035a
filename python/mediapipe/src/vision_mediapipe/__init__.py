"""MediaPipe's vision tasks on the engine of swift-vision-tasks.

    import vision_mediapipe
    vision_mediapipe.enable()       # before the first task

    import mediapipe as mp          # as before

`enable` makes the installed package mediapipe call another library, in this process only; none of its files is changed. With
`solutions=True` programs that use the former `mp.solutions` run, too. `python -m vision_mediapipe enable` does it for a whole
environment.
"""
from ._hook import enable, is_enabled
from ._library import library_path, model_path
from ._version import __version__

__all__ = ["__version__", "enable", "is_enabled", "library_path", "model_path"]
