"""What the tests share: where the library, images and models are, and programs in processes of their own."""
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

MEDIA = ROOT / "Tests/Goldens/media"

# Every task whose model is fetched for the tests: its class, its method for an image, its model and options.
TASKS = (
    ("HandLandmarker", "detect", "hand_landmarker", {"num_hands": 2}),
    ("GestureRecognizer", "recognize", "gesture_recognizer", {"num_hands": 2}),
    ("PoseLandmarker", "detect", "pose_landmarker_lite", {"output_segmentation_masks": True}),
    ("FaceDetector", "detect", "blaze_face_short_range", {}),
    ("FaceLandmarker", "detect", "face_landmarker",
     {"output_face_blendshapes": True, "output_facial_transformation_matrixes": True}),
    ("HolisticLandmarker", "detect", "holistic_landmarker", {"output_face_blendshapes": True}),
    ("ObjectDetector", "detect", "efficientdet_lite0_int8", {"max_results": 5}),
    ("ImageClassifier", "classify", "efficientnet_lite0_float32", {"max_results": 5}),
    ("ImageEmbedder", "embed", "efficientnet_lite0_float32", {"l2_normalize": True}),
    ("ImageSegmenter", "segment", "selfie_segmenter", {"output_category_mask": True}),
)


def require_mediapipe():
    """Skips a module's tests where mediapipe is not installed."""
    try:
        import mediapipe  # noqa: F401
    except ImportError:
        raise unittest.SkipTest("mediapipe is not installed") from None


def model(name: str) -> str:
    from vision_mediapipe import model_path

    return model_path(name)


def run(program: str, *options: str, timeout: float = 300, **environment: str) -> str:
    """Runs a program in a process of its own, and returns what it prints. A failure has its standard error."""
    done = subprocess.run(
        [sys.executable, *options, "-c", program], capture_output=True, text=True, timeout=timeout,
        env={**os.environ, "MEDIA": str(MEDIA), **environment})
    if done.returncode != 0:
        raise AssertionError(f"status {done.returncode}: {done.stderr}")
    return done.stdout
