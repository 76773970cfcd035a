"""The fields of options, as the installed mediapipe lays them out, reach the options they are meant for."""
import ctypes
import importlib
import unittest

from support import model, require_mediapipe

# Module and structure of a task's options, the function, and a model.
TASKS = [
    ("hand_landmarker", "MpHandLandmarkerOptionsC", "MpHandLandmarkerCreate", "hand_landmarker"),
    ("gesture_recognizer", "MpGestureRecognizerOptionsC", "MpGestureRecognizerCreate", "gesture_recognizer"),
    ("pose_landmarker", "MpPoseLandmarkerOptionsC", "MpPoseLandmarkerCreate", "pose_landmarker_lite"),
    ("face_landmarker", "MpFaceLandmarkerOptionsC", "MpFaceLandmarkerCreate", "face_landmarker"),
    ("face_detector", "MpFaceDetectorOptionsC", "MpFaceDetectorCreate", "blaze_face_short_range"),
    ("holistic_landmarker", "MpHolisticLandmarkerOptionsC", "MpHolisticLandmarkerCreate", "holistic_landmarker"),
]


class LayoutTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require_mediapipe()
        from vision_mediapipe._library import library

        cls.lib = library()

    def message(self, function, options):
        """What the library says against the options; empty if it takes them."""
        task, text = ctypes.c_void_p(), ctypes.c_char_p()
        if getattr(self.lib, function)(ctypes.byref(options), ctypes.byref(task), ctypes.byref(text)) == 0:
            getattr(self.lib, function.replace("Create", "Close"))(task, None)
            return ""
        message = text.value.decode()
        self.lib.MpErrorFree(text)
        return message

    def test_each_number_reaches_its_option(self):
        from mediapipe.tasks.python.core import base_options_c

        checked = 0
        for module, structure, function, name in TASKS:
            layout = getattr(importlib.import_module(f"mediapipe.tasks.python.vision.{module}"), structure)
            numbers = [field[0] for field in layout._fields_ if field[1] in (ctypes.c_int, ctypes.c_float)]
            numbers.remove("running_mode")

            def options(wrong=None):
                values = {field: 1 if field.startswith("num_") else 0.5 for field in numbers}
                if wrong is not None:
                    values[wrong] = -7
                base = base_options_c.MpBaseOptionsC(
                    model_asset_path=model(name).encode(), file_descriptor=-1)
                return layout(base_options=base, running_mode=1, **values)

            self.assertEqual(self.message(function, options()), "", module)
            for field in numbers:
                with self.subTest(module=module, field=field):
                    self.assertIn(f"{field} is -7", self.message(function, options(wrong=field)))
                    checked += 1
        self.assertEqual(checked, 4 + 4 + 4 + 4 + 2 + 7)

    def test_callbacks_and_descriptors_that_cannot_be(self):
        from mediapipe.tasks.python.core import base_options_c
        from mediapipe.tasks.python.vision.hand_landmarker import MpHandLandmarkerOptionsC as Options

        callback = dict(Options._fields_)["result_callback"](lambda *unused: None)
        base = base_options_c.MpBaseOptionsC(model_asset_path=model("hand_landmarker").encode(), file_descriptor=-1)
        numbers = {"num_hands": 1, "base_options": base}
        self.assertIn("result_callback is NULL", self.message("MpHandLandmarkerCreate", Options(running_mode=3, **numbers)))
        for mode in (1, 2):
            text = self.message("MpHandLandmarkerCreate", Options(running_mode=mode, result_callback=callback, **numbers))
            self.assertIn(f"result_callback is set, but running_mode is {mode}", text)
        numbers["base_options"] = base_options_c.MpBaseOptionsC(file_descriptor=999)
        text = self.message("MpHandLandmarkerCreate", Options(running_mode=1, **numbers))
        self.assertIn("file_descriptor is 999, which is not open", text)

    def test_names_of_classes_reach_the_lists(self):
        from mediapipe.tasks.python import BaseOptions, vision

        options = vision.ObjectDetectorOptions(
            base_options=BaseOptions(model_asset_path=model("efficientdet_lite0_int8")), category_allowlist=["cat"],
            category_denylist=["dog"])
        import vision_mediapipe

        vision_mediapipe.enable()
        with self.assertRaisesRegex(ValueError, "category_allowlist has 1 name and category_denylist has 1"):
            vision.ObjectDetector.create_from_options(options)


if __name__ == "__main__":
    unittest.main()
