"""The equivalent of `vision TASK VIDEO --annotate OUT.mp4 --json OUT.jsonl` with MediaPipe's Python package and OpenCV.

    python annotate_peer.py TASK VIDEO MODEL OUT.mp4 OUT.jsonl [HANDS]

TASK is gesture, pose or detect, HANDS the maximum number of hands (default 1). OpenCV reads and writes the frames and draws boxes;
MediaPipe's drawing utilities draw the rest. OpenCV's package has no H.264 encoder, so it writes MPEG-4 part 2, which is less work.
"""

import json
import os
import sys

import cv2
from mediapipe import Image, ImageFormat
from mediapipe.tasks import python as tasks
from mediapipe.tasks.python import vision
from mediapipe.tasks.python.vision import drawing_utils


def make_task(name, model, hands):
    """Returns the call for a frame, and the function that draws its result and returns its JSON."""
    base, mode = tasks.BaseOptions(model_asset_path=model), vision.RunningMode.VIDEO
    if name == "gesture":
        task = vision.GestureRecognizer.create_from_options(
            vision.GestureRecognizerOptions(base_options=base, running_mode=mode, num_hands=hands))
        return task.recognize_for_video, lambda image, result: skeletons(
            image, result.hand_landmarks, vision.HandLandmarksConnections.HAND_CONNECTIONS)
    if name == "pose":
        task = vision.PoseLandmarker.create_from_options(
            vision.PoseLandmarkerOptions(base_options=base, running_mode=mode))
        return task.detect_for_video, lambda image, result: skeletons(
            image, result.pose_landmarks, vision.PoseLandmarksConnections.POSE_LANDMARKS)
    task = vision.ObjectDetector.create_from_options(
        vision.ObjectDetectorOptions(base_options=base, running_mode=mode, score_threshold=0.3))
    return task.detect_for_video, boxes


def skeletons(image, figures, connections):
    for landmarks in figures:
        drawing_utils.draw_landmarks(image, landmarks, connections)
    return {"landmarks": [[[p.x, p.y, p.z] for p in landmarks] for landmarks in figures]}


def boxes(image, result):
    found = []
    for detection in result.detections:
        box, category = detection.bounding_box, detection.categories[0]
        corner = (box.origin_x, box.origin_y)
        cv2.rectangle(image, corner, (box.origin_x + box.width, box.origin_y + box.height), (80, 220, 80), 4)
        cv2.putText(image, f"{category.category_name} {category.score:.2f}", corner, cv2.FONT_HERSHEY_SIMPLEX, 1,
                    (80, 220, 80), 2)
        found.append({"box": [*corner, box.width, box.height], "category": category.category_name,
                      "score": category.score})
    return {"detections": found}


def main(name, video, model, out, lines, hands="1"):
    call, draw = make_task(name, model, int(hands))
    reader = cv2.VideoCapture(video)
    rate = reader.get(cv2.CAP_PROP_FPS)
    writer, count = None, 0
    with open(lines, "w") as results:
        while True:
            ok, frame = reader.read()
            if not ok:
                break
            image = Image(image_format=ImageFormat.SRGB, data=cv2.cvtColor(frame, cv2.COLOR_BGR2RGB))
            milliseconds = round(1000 * count / rate)
            found = draw(frame, call(image, milliseconds))
            if writer is None:
                writer = cv2.VideoWriter(out, cv2.VideoWriter_fourcc(*"mp4v"), rate, frame.shape[1::-1])
            writer.write(frame)
            results.write(json.dumps({"frame": count, "timestampMs": milliseconds, **found}) + "\n")
            count += 1
    writer.release()
    print(count, "frames")
    sys.stdout.flush()
    os._exit(0)  # MediaPipe's own shutdown is not part of the run


main(*sys.argv[1:])
