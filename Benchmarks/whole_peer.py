#!/usr/bin/env python3
"""What `vision TASK VIDEO --json OUT.jsonl [--annotate OUT.mp4]` does, as people write it with MediaPipe's Python package
and OpenCV. The options are named as those of `vision` and have the same defaults.

OpenCV reads the frames, MediaPipe runs the task in its video mode, and each frame's result is a line of JSON. With
--annotate the results are drawn on the frames, with MediaPipe's drawing utilities where it has them, and written as a
video. OpenCV's package has no H.264 encoder, so that is MPEG-4 part 2, which is less work. The last line of the output
has the number of frames and the process's times.
"""
import argparse
import json
import os
import resource
import sys
import time

STARTED = time.time()

import cv2  # noqa: E402
from mediapipe import Image, ImageFormat  # noqa: E402
from mediapipe.tasks import python as tasks  # noqa: E402
from mediapipe.tasks.python import vision  # noqa: E402
from mediapipe.tasks.python.vision import drawing_utils  # noqa: E402

GREEN = (80, 220, 80)
# Each task's type, its method for videos, and those defaults of `vision` that are not MediaPipe's.
TASKS = {
    "gesture": ("GestureRecognizer", "recognize_for_video", {}),
    "pose": ("PoseLandmarker", "detect_for_video", {}),
    "face": ("FaceLandmarker", "detect_for_video", {}),
    "detect": ("ObjectDetector", "detect_for_video", {"score_threshold": 0.3}),
    "classify": ("ImageClassifier", "classify_for_video", {"max_results": 5}),
}


def make_call(name, model, overrides):
    """Creates the task and returns its method for a frame of a video."""
    kind, method, options = TASKS[name]
    options = getattr(vision, kind + "Options")(
        base_options=tasks.BaseOptions(model_asset_path=model), running_mode=vision.RunningMode.VIDEO, **{**options, **overrides})
    return getattr(getattr(vision, kind).create_from_options(options), method)


def categories(found):
    """Categories as JSON."""
    return [[category.category_name, category.score] for category in found]


def points(figures, keys=("x", "y", "z")):
    """Landmarks as JSON."""
    return [[[getattr(point, key) for key in keys] for point in landmarks] for landmarks in figures]


def as_json(name, result):
    """The parts of a result that the program also writes."""
    if name == "gesture":
        return {"landmarks": points(result.hand_landmarks), "worldLandmarks": points(result.hand_world_landmarks),
                "handedness": [categories(hand) for hand in result.handedness],
                "gestures": [categories(hand) for hand in result.gestures]}
    if name == "pose":
        keys = ("x", "y", "z", "visibility", "presence")
        return {"landmarks": points(result.pose_landmarks, keys), "worldLandmarks": points(result.pose_world_landmarks, keys)}
    if name == "face":
        return {"landmarks": points(result.face_landmarks)}
    if name == "detect":
        return {"detections": [{
            "box": [each.bounding_box.origin_x, each.bounding_box.origin_y, each.bounding_box.width, each.bounding_box.height],
            "categories": categories(each.categories)} for each in result.detections]}
    return {"classes": [categories(head.categories) for head in result.classifications]}


def draw(name, frame, result):
    """Draws a result on the frame."""
    if name == "gesture":
        draw_figures(frame, result.hand_landmarks, vision.HandLandmarksConnections.HAND_CONNECTIONS)
        for row, found in enumerate(result.gestures):
            draw_text(frame, found[0], (16, 40 * (row + 1)))
    elif name == "pose":
        draw_figures(frame, result.pose_landmarks, vision.PoseLandmarksConnections.POSE_LANDMARKS)
    elif name == "face":
        draw_figures(frame, result.face_landmarks, vision.FaceLandmarksConnections.FACE_LANDMARKS_TESSELATION)
    elif name == "detect":
        for each in result.detections:
            box = each.bounding_box
            corner = (box.origin_x, box.origin_y)
            cv2.rectangle(frame, corner, (box.origin_x + box.width, box.origin_y + box.height), GREEN, 4)
            draw_text(frame, each.categories[0], corner)
    else:
        for row, category in enumerate(result.classifications[0].categories):
            draw_text(frame, category, (16, 40 * (row + 1)))


def draw_figures(frame, figures, connections):
    """Draws the landmarks of all figures with their connections."""
    for landmarks in figures:
        drawing_utils.draw_landmarks(frame, landmarks, connections)


def draw_text(frame, category, place):
    """Draws a category with its score."""
    cv2.putText(frame, f"{category.category_name} {category.score:.2f}", place, cv2.FONT_HERSHEY_SIMPLEX, 1, GREEN, 2)


def process(arguments, overrides):
    """Runs the task on the video and returns the number of frames."""
    call = make_call(arguments.task, arguments.model, overrides)
    reader = cv2.VideoCapture(arguments.video)
    rate = reader.get(cv2.CAP_PROP_FPS)
    writer, count = None, 0
    with open(arguments.json, "w", encoding="utf-8") as lines:
        while True:
            ok, frame = reader.read()
            if not ok:
                break
            milliseconds = round(1000 * count / rate)
            result = call(Image(image_format=ImageFormat.SRGB, data=cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)), milliseconds)
            lines.write(json.dumps({"frame": count, "timestampMs": milliseconds, **as_json(arguments.task, result)}) + "\n")
            if arguments.annotate:
                draw(arguments.task, frame, result)
                if writer is None:
                    writer = cv2.VideoWriter(arguments.annotate, cv2.VideoWriter_fourcc(*"mp4v"), rate, frame.shape[1::-1])
                writer.write(frame)
            count += 1
    if writer is not None:
        writer.release()
    return count


def main():
    """Processes the video of the command line and prints the number of frames and the times in seconds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("video")
    parser.add_argument("--model", required=True, help="the model file")
    parser.add_argument("--json", required=True, help="the file for the results")
    parser.add_argument("--annotate", help="an MP4 file for the frames with their results drawn")
    parser.add_argument("--num-hands", type=int, help="the maximum number of hands")
    parser.add_argument("--max-results", type=int, help="the maximum number of objects or categories")
    arguments = parser.parse_args()
    overrides = {name: getattr(arguments, name) for name in ("num_hands", "max_results")}
    count = process(arguments, {name: value for name, value in overrides.items() if value is not None})
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"frames": count, "wall": time.time() - STARTED, "processor": used.ru_utime + used.ru_stime}))
    sys.stdout.flush()
    os._exit(0)  # MediaPipe's own shutdown is not part of the run


main()
