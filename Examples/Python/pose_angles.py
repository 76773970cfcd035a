"""Prints the angles of elbows and knees of the people in an image.

    python pose_angles.py IMAGE
"""
import vision_mediapipe
vision_mediapipe.enable()

import sys

import mediapipe as mp
import numpy as np
from mediapipe.tasks.python import BaseOptions, vision
from mediapipe.tasks.python.vision import PoseLandmark

JOINTS = {
    "left elbow": (PoseLandmark.LEFT_SHOULDER, PoseLandmark.LEFT_ELBOW, PoseLandmark.LEFT_WRIST),
    "right elbow": (PoseLandmark.RIGHT_SHOULDER, PoseLandmark.RIGHT_ELBOW, PoseLandmark.RIGHT_WRIST),
    "left knee": (PoseLandmark.LEFT_HIP, PoseLandmark.LEFT_KNEE, PoseLandmark.LEFT_ANKLE),
    "right knee": (PoseLandmark.RIGHT_HIP, PoseLandmark.RIGHT_KNEE, PoseLandmark.RIGHT_ANKLE),
}


def angle(landmarks, joint):
    """The angle at the middle one of three landmarks, in degrees."""
    first, middle, last = (np.array([landmarks[i].x, landmarks[i].y, landmarks[i].z]) for i in joint)
    one, other = first - middle, last - middle
    return np.degrees(np.arccos(one @ other / np.linalg.norm(one) / np.linalg.norm(other)))


options = vision.PoseLandmarkerOptions(
    # Or the path of your own file. `python -m vision_mediapipe fetch pose_landmarker_lite` downloads this one.
    base_options=BaseOptions(model_asset_path=vision_mediapipe.model_path("pose_landmarker_lite")),
    num_poses=4)
with vision.PoseLandmarker.create_from_options(options) as landmarker:
    result = landmarker.detect(mp.Image.create_from_file(sys.argv[1]))

# World landmarks are in meters, so that angles are those of the body, not of its image.
for number, landmarks in enumerate(result.pose_world_landmarks, 1):
    print(f"person {number}")
    for name, joint in JOINTS.items():
        visible = min(landmarks[i].visibility for i in joint) > 0.5
        print(f"  {name}: {angle(landmarks, joint):.0f} degrees" if visible else f"  {name}: hidden")
