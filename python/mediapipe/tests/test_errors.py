"""Mistakes raise the exceptions that MediaPipe's package raises for them, or that docs/differences.md names, and say what is wrong."""
import dataclasses
import os
import re
import tempfile
import unittest
from pathlib import Path

from support import MEDIA, TASKS, model, require_mediapipe

HAND = ("HandLandmarker", "hand_landmarker")
DETECTOR = ("ObjectDetector", "efficientdet_lite0_int8")
# What options are wrong: the task, the options, what the message says. Counts raise RuntimeError, all others ValueError.
OPTIONS = (
    (HAND, {"num_hands": 0}, r"^num_hands is 0; .* from 1"),
    (HAND, {"num_hands": -2}, r"^num_hands is -2; "),
    (HAND, {"min_hand_detection_confidence": 2.0}, r"^min_hand_detection_confidence is 2; allowed are 0 to 1"),
    (HAND, {"min_hand_presence_confidence": -0.5}, r"^min_hand_presence_confidence is -0.5; allowed are 0 to 1"),
    (HAND, {"min_tracking_confidence": float("nan")}, r"^min_tracking_confidence is nan; "),
    (("FaceLandmarker", "face_landmarker"), {"num_faces": 0}, r"^num_faces is 0; "),
    (("PoseLandmarker", "pose_landmarker_lite"), {"num_poses": -1}, r"^num_poses is -1; "),
    (("FaceDetector", "blaze_face_short_range"), {"min_suppression_threshold": 2.0}, r"^min_suppression_threshold is 2; "),
    (DETECTOR, {"max_results": 0}, r"^max_results is 0; "),
    (DETECTOR, {"category_allowlist": ["person"], "category_denylist": ["dog"]},
     r"^category_allowlist has 1 name and category_denylist has 1"),
    (("ImageSegmenter", "selfie_segmenter"), {"output_confidence_masks": False, "output_category_mask": False},
     r"^output_confidence_masks and output_category_mask are false"),
)


class ErrorTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require_mediapipe()
        import vision_mediapipe

        vision_mediapipe.enable()

    def make(self, task=HAND, path=None, mode="IMAGE", **options):
        from mediapipe.tasks.python import BaseOptions, vision

        name, file = task
        options = getattr(vision, name + "Options")(
            base_options=BaseOptions(model_asset_path=path or model(file)), running_mode=vision.RunningMode[mode], **options)
        made = getattr(vision, name).create_from_options(options)
        self.addCleanup(made.close)
        return made

    def image(self):
        import mediapipe as mp

        return mp.Image.create_from_file(str(MEDIA / "thumb_up_teal.png"))

    def test_options_outside_their_range(self):
        for task, options, text in OPTIONS:
            kind = RuntimeError if any(name.startswith("num_") for name in options) else ValueError
            with self.subTest(**options), self.assertRaisesRegex(kind, text):
                self.make(task, **options)

    def test_options_have_the_names_of_the_release(self):
        from mediapipe.tasks.python import vision
        from mediapipe.tasks.python.components.processors import ClassifierOptions

        wrong = float("nan")
        for name, _, file, _ in TASKS:
            for field in dataclasses.fields(getattr(vision, name + "Options")):
                value, text = wrong, field.name
                if field.name.endswith("_classifier_options"):
                    value, text = ClassifierOptions(score_threshold=wrong), field.name + ".score_threshold"
                elif not field.name.endswith(("_confidence", "_threshold")):
                    continue
                with self.subTest(name, option=field.name), self.assertRaisesRegex(ValueError, f"^{re.escape(text)} is nan; "):
                    self.make((name, file), **{field.name: value})

    def test_interactive_segmenters_without_outputs(self):
        from mediapipe.tasks.python import BaseOptions, vision

        options = vision.InteractiveSegmenterLegacyOptions(
            base_options=BaseOptions(model_asset_path=model("selfie_segmenter")), output_confidence_masks=False,
            output_category_mask=False)
        with self.assertRaisesRegex(ValueError, "^output_confidence_masks and output_category_mask are false"):
            vision.InteractiveSegmenterLegacy.create_from_options(options)

    def test_models_that_are_none(self):
        with tempfile.TemporaryDirectory() as folder:
            def file(name, data):
                path = Path(folder) / name
                path.write_bytes(data)
                return str(path)

            half = Path(model("hand_landmarker")).read_bytes()
            for path, kind, text in (
                (os.path.join(folder, "no.task"), FileNotFoundError, r"no\.task"),
                (file("garbage.task", bytes(range(256)) * 16), RuntimeError, r"garbage\.task.*4096 bytes"),
                (file("half.task", half[:len(half) // 2]), RuntimeError, r"half\.task"),
                (file("empty.task", b""), RuntimeError, r"empty\.task is empty"),
                (folder, RuntimeError, "is a folder"),
                (model("pose_landmarker_lite"), FileNotFoundError, r"hand_detector\.tflite"),
            ):
                with self.subTest(path), self.assertRaisesRegex(kind, text):
                    self.make(path=path)

    def test_bytes_that_are_no_model(self):
        from mediapipe.tasks.python import BaseOptions, vision

        pose = Path(model("pose_landmarker_lite")).read_bytes()
        for name, data, kind, text in (
            ("HandLandmarker", b"garbage" * 100, RuntimeError, r"^Model model_asset_buffer: The file \(700 bytes\)"),
            ("HandLandmarker", pose, FileNotFoundError, r"^Model model_asset_buffer: There is no file named hand_detector\.tflite"),
            ("ImageClassifier", b"garbage" * 100, ValueError, r"^Model model_asset_buffer: The data \(700 bytes\)"),
            ("HandLandmarker", Path(model("selfie_segmenter")).read_bytes(), ValueError, r"^model_asset_buffer is a single"),
        ):
            options = getattr(vision, name + "Options")(base_options=BaseOptions(model_asset_buffer=data))
            with self.subTest(name, text=text), self.assertRaisesRegex(kind, text):
                getattr(vision, name).create_from_options(options)

    def test_calls_of_another_mode(self):
        with self.assertRaisesRegex(ValueError, "(?i)not initialized with the video mode"):
            self.make().detect_for_video(self.image(), 0)
        with self.assertRaisesRegex(ValueError, "(?i)not initialized with the image mode"):
            self.make(mode="VIDEO").detect(self.image())
        with self.assertRaisesRegex(ValueError, "(?i)not initialized with the live stream mode"):
            self.make().detect_async(self.image(), 0)
        with self.assertRaisesRegex(ValueError, "result callback must be provided"):
            self.make(mode="LIVE_STREAM")
        with self.assertRaisesRegex(ValueError, "callback"):
            self.make(result_callback=print)

    def test_times_that_do_not_rise(self):
        for second in (33, 20):
            landmarker = self.make(mode="VIDEO")
            landmarker.detect_for_video(self.image(), 33)
            with self.assertRaisesRegex(ValueError, f"{second} ms is not greater than the last one, 33 ms"):
                landmarker.detect_for_video(self.image(), second)
            landmarker.detect_for_video(self.image(), 66)  # the task goes on

    def test_rotations_and_images(self):
        import mediapipe as mp
        import numpy as np
        from mediapipe.tasks.python.vision.core.image_processing_options import ImageProcessingOptions

        with self.assertRaisesRegex(ValueError, "45.*multiples of 90"):
            self.make().detect(self.image(), ImageProcessingOptions(rotation_degrees=45))
        with self.assertRaisesRegex(ValueError, "0 x 0 pixels"):
            mp.Image(image_format=mp.ImageFormat.SRGB, data=np.zeros((0, 0, 3), np.uint8))
        with self.assertRaisesRegex(ValueError, "has 256 values; 8 x 8 pixels with 3 channels need 192"):
            mp.Image(image_format=mp.ImageFormat.SRGB, data=np.zeros((8, 8, 4), np.uint8))
        with self.assertRaisesRegex(IndexError, "Row 8, column 0, channel 0 lies outside the image"):
            mp.Image(image_format=mp.ImageFormat.SRGB, data=np.zeros((8, 8, 3), np.uint8))[8, 0, 0]
        with self.assertRaisesRegex(ValueError, "format"):
            self.make().detect(mp.Image(image_format=mp.ImageFormat.VEC32F1, data=np.zeros((8, 8, 1), np.float32)))
        with self.assertRaisesRegex(FileNotFoundError, "no_such.png"):
            mp.Image.create_from_file("/no_such.png")
        with self.assertRaisesRegex(RuntimeError, "/dev/null.* is a device"):
            mp.Image.create_from_file("/dev/null")
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            file.write(b"not an image" * 40)
            file.flush()
            with self.assertRaisesRegex(RuntimeError, "no image in"):
                mp.Image.create_from_file(file.name)

    def test_a_closed_task_finds_nothing(self):
        from mediapipe.tasks.python import BaseOptions, vision

        landmarker = vision.HandLandmarker.create_from_options(
            vision.HandLandmarkerOptions(base_options=BaseOptions(model_asset_path=model("hand_landmarker"))))
        landmarker.close()
        landmarker.close()
        # MediaPipe's package no longer calls the library.
        self.assertEqual(landmarker.detect(self.image()).hand_landmarks, [])


if __name__ == "__main__":
    unittest.main()
