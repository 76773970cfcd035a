"""Where MediaPipe fetched the models that its package lacked, and named their folder. Programs replace the first function, or call the
second as `resource_util.set_resource_dir`, since they could not write into the package. Neither is needed: models are looked for where
`python -m vision_mediapipe fetch` puts them."""


def download_oss_model(model_path: str) -> None:
    """Does nothing: no task opens a network connection."""


def set_resource_dir(path: str) -> None:
    """Does nothing: a folder of MediaPipe's old models has none that are used here."""
