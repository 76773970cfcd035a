"""A program for the former `mp.solutions`: draws face, body and hands of a person. It does not need MediaPipe.

    python holistic_solutions.py IMAGE OUTPUT
"""
import vision_mediapipe
vision_mediapipe.enable(solutions=True)

import sys

import cv2
import mediapipe as mp

mp_drawing = mp.solutions.drawing_utils
mp_drawing_styles = mp.solutions.drawing_styles
mp_holistic = mp.solutions.holistic

image = cv2.imread(sys.argv[1])
if image is None:
    sys.exit(f"There is no image {sys.argv[1]}.")
with mp_holistic.Holistic(static_image_mode=True, model_complexity=1) as holistic:
    results = holistic.process(cv2.cvtColor(image, cv2.COLOR_BGR2RGB))

for name, landmarks in (
    ("face", results.face_landmarks), ("pose", results.pose_landmarks),
    ("left hand", results.left_hand_landmarks), ("right hand", results.right_hand_landmarks),
):
    print(f"{name}: {len(landmarks.landmark)} landmarks" if landmarks else f"{name}: not found")
if results.pose_landmarks:
    nose = results.pose_landmarks.landmark[mp_holistic.PoseLandmark.NOSE]
    print(f"nose: {nose.x * image.shape[1]:.0f}, {nose.y * image.shape[0]:.0f}")

mp_drawing.draw_landmarks(
    image, results.face_landmarks, mp_holistic.FACEMESH_CONTOURS, landmark_drawing_spec=None,
    connection_drawing_spec=mp_drawing_styles.get_default_face_mesh_contours_style())
mp_drawing.draw_landmarks(
    image, results.pose_landmarks, mp_holistic.POSE_CONNECTIONS,
    landmark_drawing_spec=mp_drawing_styles.get_default_pose_landmarks_style())
for hand in (results.left_hand_landmarks, results.right_hand_landmarks):
    mp_drawing.draw_landmarks(image, hand, mp_holistic.HAND_CONNECTIONS)
cv2.imwrite(sys.argv[2], image)
