"""What MediaPipe 0.10.21 did in `mp.solutions` beside finding things: recorded from it, and compared here."""
import functools
import gc
import tempfile
import unittest
import weakref
from unittest import mock

from support import MEDIA, run


def image(name):
    """An image's pixels: red, green, blue."""
    try:
        import cv2
    except ImportError:
        raise unittest.SkipTest("OpenCV is not installed") from None
    return cv2.cvtColor(cv2.imread(str(MEDIA / name)), cv2.COLOR_BGR2RGB)


class ConfidenceTests(unittest.TestCase):
    def counts(self, make, field, name, confidences):
        """How many are found by each `min_tracking_confidence`, in single images."""
        found = []
        for confidence in confidences:
            with make(static_image_mode=True, min_tracking_confidence=confidence) as solution:
                results = getattr(solution.process(image(name)), field)
            found.append(len(results) if isinstance(results, list) else int(results is not None))
        return found

    def test_the_tracking_confidence_is_that_of_the_landmarks_of_single_images_too(self):
        from vision_mediapipe.solutions import face_mesh, hands, pose

        for name, expected in (
            ("thumb_up_teal.png", [1, 1, 1, 0]), ("two_thumbs.png", [1, 1, 0, 0]), ("pointing_up.png", [1, 1, 1, 0]),
        ):
            with self.subTest(name):
                self.assertEqual(self.counts(hands.Hands, "multi_hand_landmarks", name, (0.01, 0.5, 0.9, 0.999)), expected)
        self.assertEqual(self.counts(face_mesh.FaceMesh, "multi_face_landmarks", "face_close.png", (0.5, 0.999, 1)), [1, 1, 0])

        # The full model is not fetched for the tests, and the lite one answers otherwise than it does.
        def lite(**options):
            return pose.Pose(model_complexity=0, **options)

        self.assertEqual(self.counts(lite, "pose_landmarks", "three_people.png", (0.5, 0.999, 1)), [1, 0, 0])
        self.assertEqual(self.counts(lite, "pose_landmarks", "yoga.png", (0.5, 0.999, 1)), [1, 1, 0])


class ModelTests(unittest.TestCase):
    def test_every_model_complexity_has_a_model(self):
        from vision_mediapipe import model_path
        from vision_mediapipe.solutions import _tasks, pose

        with mock.patch.object(_tasks, "Task") as task:
            for complexity in range(3):
                pose.Pose(model_complexity=complexity)
        names = [call.args[1] for call in task.call_args_list]
        self.assertEqual(names, ["pose_landmarker_lite", "pose_landmarker_full", "pose_landmarker_full"])
        for name in names:
            try:
                model_path(name)
            except FileNotFoundError as error:
                # In the catalog, though it may not have been fetched.
                self.assertNotIn("in the catalog", str(error))


    def test_a_missing_model_is_fetched_by_a_command_of_this_package(self):
        program = """
import vision_mediapipe
for name in ("hand_landmarker", "hand_landmaker"):
    try:
        vision_mediapipe.model_path(name)
    except FileNotFoundError as error:
        print(error)
"""
        with tempfile.TemporaryDirectory() as folder:
            missing, unknown = run(program, HOME=folder, XDG_CACHE_HOME=folder).splitlines()
        self.assertEqual(
            missing, "hand_landmarker has not been fetched; run: python -m vision_mediapipe fetch hand_landmarker")
        self.assertRegex(unknown, "^There is no hand_landmaker in the catalog; it has .*[a-z]\\.$")


class ArgumentTests(unittest.TestCase):
    def test_wrong_values_are_named_as_the_program_named_them(self):
        from vision_mediapipe.solutions import face_detection, face_mesh, hands, holistic, pose, selfie_segmentation

        def lite(**options):
            return pose.Pose(**{"model_complexity": 0, **options})

        for make in (hands.Hands, lite, holistic.Holistic, face_mesh.FaceMesh):
            for name in ("min_detection_confidence", "min_tracking_confidence"):
                with self.assertRaisesRegex(ValueError, f"^{name} is 1.5; allowed are 0 to 1"):
                    make(**{name: 1.5})
                with self.assertRaisesRegex(TypeError, f"^{name} is '0.5': "):
                    make(**{name: "0.5"})
        for make, name in ((hands.Hands, "max_num_hands"), (face_mesh.FaceMesh, "max_num_faces")):
            with self.assertRaisesRegex(RuntimeError, f"^{name} is 0; .* from 1"):
                make(**{name: 0})
        with self.assertRaisesRegex(ValueError, "^min_detection_confidence is 2; "):
            face_detection.FaceDetection(min_detection_confidence=2)
        for make, name, allowed in (
            (hands.Hands, "model_complexity", "0 and 1"), (lite, "model_complexity", "0, 1 and 2"),
            (holistic.Holistic, "model_complexity", "0, 1 and 2"), (face_detection.FaceDetection, "model_selection", "0 and 1"),
            (selfie_segmentation.SelfieSegmentation, "model_selection", "0 and 1"),
        ):
            for value in (-1, 3, None, "1"):
                with self.assertRaisesRegex(ValueError, f"^{name} is {value!r}; allowed are {allowed}"):
                    make(**{name: value})


class CallTests(unittest.TestCase):
    def test_results_can_be_assigned_and_added(self):
        from vision_mediapipe.solutions import hands

        with hands.Hands(static_image_mode=True) as solution:
            results = solution.process(image("thumb_up_teal.png"))
            other = solution.process(image("thumb_up_teal.png"))
        names = ("multi_hand_landmarks", "multi_hand_world_landmarks", "multi_handedness")
        self.assertEqual(results._fields, names)
        self.assertEqual(len(results.multi_hand_landmarks), 1)
        results.multi_hand_landmarks = None
        results.extra = 5
        self.assertEqual((results.multi_hand_landmarks, results.extra), (None, 5))
        self.assertIn("multi_handedness=[", repr(results))
        # Others are not changed, and results are keys.
        self.assertEqual(len(other.multi_hand_landmarks), 1)
        self.assertFalse(hasattr(other, "extra"))
        self.assertEqual(len({results, other}), 2)

    def test_arrays_that_are_no_images(self):
        from vision_mediapipe.solutions import selfie_segmentation

        pixels = image("tiny_32x24.png")
        with selfie_segmentation.SelfieSegmentation() as solution:
            for kind in ("float32", "float64", "int64", "int8", "uint16"):
                with self.assertRaisesRegex(TypeError, kind):
                    solution.process(pixels.astype(kind))
            for wrong in (pixels[:, :, :2], pixels[:, :, :2].astype("float32")):
                with self.assertRaises(ValueError):
                    solution.process(wrong)
            # No solution takes the mapping that the base class takes.
            for wrong in (None, [pixels], {"image": pixels}):
                with self.assertRaises(AttributeError):
                    solution.process(wrong)
            mask = solution.process(image=pixels > 127).segmentation_mask
            self.assertEqual(mask.tolist(), solution.process((pixels > 127).astype("uint8")).segmentation_mask.tolist())

    def test_a_solution_that_is_not_closed_is_freed_at_once(self):
        from vision_mediapipe.solutions import face_detection, face_mesh, hands, holistic, pose, selfie_segmentation

        pixels = image("tiny_32x24.png")
        self.addCleanup(gc.enable)
        gc.disable()
        for make in (
            face_detection.FaceDetection, face_mesh.FaceMesh, hands.Hands, holistic.Holistic,
            functools.partial(pose.Pose, model_complexity=0), selfie_segmentation.SelfieSegmentation,
        ):
            solution = make()
            solution.process(pixels)
            kept = weakref.ref(solution)
            del solution
            self.assertIsNone(kept(), make)

    def test_a_closed_solution(self):
        from vision_mediapipe.solutions import selfie_segmentation

        pixels = image("tiny_32x24.png")
        solution = selfie_segmentation.SelfieSegmentation()
        solution.reset()
        self.assertIsNotNone(solution.process(pixels).segmentation_mask)
        solution.close()
        solution.reset()
        for call in (solution.close, lambda: solution.process(pixels)):
            with self.assertRaises(ValueError):
                call()
        with self.assertRaises(ValueError):
            with selfie_segmentation.SelfieSegmentation() as solution:
                solution.close()


class DrawingStyleTests(unittest.TestCase):
    def test_programs_read_and_change_the_tables_and_sizes(self):
        from vision_mediapipe.solutions import drawing_styles as styles, face_mesh_connections, hands

        self.assertEqual(
            [group[0].name for group in styles._HAND_LANDMARK_STYLE],
            ["WRIST", "THUMB_MCP", "INDEX_FINGER_PIP", "MIDDLE_FINGER_PIP", "RING_FINGER_PIP", "PINKY_PIP"])
        self.assertEqual(
            sorted(mark for group in styles._HAND_LANDMARK_STYLE for mark in group), list(hands.HandLandmark))
        self.assertEqual(
            {pair for group in styles._HAND_CONNECTION_STYLE for pair in group}, hands.HAND_CONNECTIONS)
        lips = styles._FACEMESH_CONTOURS_CONNECTION_STYLE[face_mesh_connections.FACEMESH_LIPS]
        self.assertEqual((lips.color, lips.thickness), ((224, 224, 224), styles._THICKNESS_CONTOURS))
        self.assertEqual((styles._RADIUS, styles._THICKNESS_DOT), (5, -1))

        for spec in styles._HAND_LANDMARK_STYLE.values():
            self.addCleanup(setattr, spec, "circle_radius", spec.circle_radius)
            spec.circle_radius = 2
        self.assertEqual({spec.circle_radius for spec in styles.get_default_hand_landmarks_style().values()}, {2})
        with mock.patch.object(styles, "_THICKNESS_POSE_LANDMARKS", 9):
            self.assertEqual({spec.thickness for spec in styles.get_default_pose_landmarks_style().values()}, {9})


if __name__ == "__main__":
    unittest.main()
