"""Shows the hands in front of a camera with their landmarks, until Escape is pressed.

    python hands_from_webcam.py              the first camera
    python hands_from_webcam.py VIDEO        a video file
"""
import vision_mediapipe
vision_mediapipe.enable()

import sys
import time

import cv2
import mediapipe as mp
from mediapipe.tasks.python import BaseOptions, vision

options = vision.HandLandmarkerOptions(
    # Or the path of your own file. `python -m vision_mediapipe fetch hand_landmarker` downloads this one.
    base_options=BaseOptions(model_asset_path=vision_mediapipe.model_path("hand_landmarker")),
    running_mode=vision.RunningMode.VIDEO,
    num_hands=2)

is_file = len(sys.argv) > 1
capture = cv2.VideoCapture(sys.argv[1] if is_file else 0)
if not capture.isOpened():
    sys.exit("There is no such video." if is_file else "There is no camera.")
frames = found = 0
milliseconds = 0.0

with vision.HandLandmarker.create_from_options(options) as landmarker:
    while True:
        success, frame = capture.read()
        if not success:
            break
        # A file has times of its own. Both kinds rise, as the task needs them.
        timestamp = int(capture.get(cv2.CAP_PROP_POS_MSEC)) if is_file else time.monotonic_ns() // 1_000_000
        start = time.perf_counter()
        image = mp.Image(image_format=mp.ImageFormat.SRGB, data=cv2.cvtColor(frame, cv2.COLOR_BGR2RGB))
        result = landmarker.detect_for_video(image, timestamp)
        milliseconds += (time.perf_counter() - start) * 1000
        frames += 1
        found += len(result.hand_landmarks) > 0
        for landmarks, handedness in zip(result.hand_landmarks, result.handedness):
            vision.drawing_utils.draw_landmarks(
                frame, landmarks, vision.HandLandmarksConnections.HAND_CONNECTIONS,
                vision.drawing_styles.get_default_hand_landmarks_style(),
                vision.drawing_styles.get_default_hand_connections_style())
            corner = int(landmarks[0].x * frame.shape[1]), int(landmarks[0].y * frame.shape[0])
            cv2.putText(frame, handedness[0].category_name, corner, cv2.FONT_HERSHEY_SIMPLEX, 1, (88, 205, 54), 2)
        cv2.imshow("Hands", frame)
        if cv2.waitKey(1) & 0xFF == 27:
            break

capture.release()
cv2.destroyAllWindows()
print(f"{frames} frames, {found} with hands, {milliseconds / max(frames, 1):.1f} ms a frame")
