"""What the tests share: where the library, images and models are, and programs in processes of their own."""
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

MEDIA = ROOT / "Tests/Goldens/media"


def require_mediapipe():
    """Skips a module's tests where mediapipe is not installed."""
    try:
        import mediapipe  # noqa: F401
    except ImportError:
        raise unittest.SkipTest("mediapipe is not installed") from None


def model(name: str) -> str:
    from vision_mediapipe import model_path

    return model_path(name)


def run(program: str, *options: str, **environment: str) -> str:
    """Runs a program in a process of its own, and returns what it prints. A failure has its standard error."""
    done = subprocess.run(
        [sys.executable, *options, "-c", program], capture_output=True, text=True, timeout=300,
        env={**os.environ, "MEDIA": str(MEDIA), **environment})
    if done.returncode != 0:
        raise AssertionError(f"status {done.returncode}: {done.stderr}")
    return done.stdout
