"""Enabling for a process and for an environment, and what happens where that cannot be."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import venv
from pathlib import Path
from unittest import mock

from support import MEDIA, require_mediapipe, run

DETECT = """
import os
import mediapipe as mp
from mediapipe.tasks.python.core import mediapipe_c_bindings
mp.Image.create_from_file(os.environ["MEDIA"] + "/thumb_up_teal.png")
print(mediapipe_c_bindings._shared_lib._name)
"""


class EnableTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require_mediapipe()

    def test_before_and_after_the_import_of_mediapipe(self):
        from vision_mediapipe import library_path

        for program in (
            "import vision_mediapipe; vision_mediapipe.enable()\n" + DETECT,
            "import mediapipe, vision_mediapipe; vision_mediapipe.enable(); vision_mediapipe.enable()\n" + DETECT,
        ):
            self.assertEqual(run(program).strip(), library_path())

    def test_a_program_that_ends_amid_a_live_stream_has_its_own_status(self):
        program = """
import os, sys
import vision_mediapipe
vision_mediapipe.enable()
import mediapipe as mp
from mediapipe.tasks.python import BaseOptions, vision
landmarker = vision.HandLandmarker.create_from_options(vision.HandLandmarkerOptions(
    base_options=BaseOptions(model_asset_path=vision_mediapipe.model_path("hand_landmarker")),
    running_mode=vision.RunningMode.LIVE_STREAM, result_callback=lambda *_: None))
image = mp.Image.create_from_file(os.environ["MEDIA"] + "/thumb_up_teal.png")
for time in range(5):
    landmarker.detect_async(image, time)
sys.exit(3)
"""
        for _ in range(5):
            with self.assertRaisesRegex(AssertionError, "^status 3: "):
                run(program)

    def test_a_task_in_a_cycle_of_references_is_closed_by_the_garbage_collection(self):
        program = """
import gc, os, threading
import vision_mediapipe
vision_mediapipe.enable()
import mediapipe as mp
from mediapipe.tasks.python import BaseOptions, vision
class App:
    def __init__(self):
        self.landmarker = vision.HandLandmarker.create_from_model_path(vision_mediapipe.model_path("hand_landmarker"))
        self.commands = {"detect": self.detect}
    def detect(self, image):
        return self.landmarker.detect(image)
image = mp.Image.create_from_file(os.environ["MEDIA"] + "/thumb_up_teal.png")
print(len(App().detect(image).hand_landmarks))
try:
    vision.HandLandmarker.create_from_model_path("no.task")
except FileNotFoundError:
    pass
gc.collect()
for thread in threading.enumerate()[1:]:
    thread.join(20)
print(threading.active_count())
"""
        self.assertEqual(run(program, timeout=60).split(), ["1", "1"])

    def test_a_program_whose_modules_are_found_by_another_finder(self):
        program = """
import importlib.machinery, os, sys
import numpy, vision_mediapipe
packages = os.path.dirname(os.path.dirname(importlib.machinery.PathFinder.find_spec("mediapipe").origin))
sys.path.remove(packages)
class Frozen:
    def find_spec(self, name, path=None, target=None):
        if path is None or path[0].startswith("frozen:"):
            folder = [packages, *name.split(".")[:-1]]
            spec = importlib.machinery.PathFinder.find_spec(name, [os.path.join(*folder)])
            if spec is not None and spec.submodule_search_locations and name.startswith("mediapipe"):
                spec.submodule_search_locations = ["frozen:" + part for part in spec.submodule_search_locations]
            return spec
sys.meta_path.append(Frozen())
vision_mediapipe.enable(solutions=True)
from mediapipe.tasks.python.core import mediapipe_c_bindings
import mediapipe
print(mediapipe_c_bindings._shared_lib._name, hasattr(mediapipe, "solutions"))
"""
        from vision_mediapipe import library_path

        self.assertEqual(run(program).strip(), f"{library_path()} True")

    def test_drawings_import_what_they_need_when_they_draw(self):
        program = """
import sys
if {first!r}:
    import {first}
import vision_mediapipe
vision_mediapipe.enable()
import mediapipe, numpy
from mediapipe.tasks.python.vision import drawing_utils
from mediapipe.tasks.python.components.containers.landmark import NormalizedLandmark
print([name in sys.modules for name in ("cv2", "matplotlib", "matplotlib.pyplot")])
image = numpy.zeros((100, 100, 3), numpy.uint8)
drawing_utils.draw_landmarks(image, [NormalizedLandmark(x=0.5, y=0.5, z=0)])
import cv2, matplotlib.pyplot
print(image.any(), drawing_utils.cv2.circle is cv2.circle, drawing_utils.plt.figure is matplotlib.pyplot.figure)
"""
        lines = {"": "[False, False, False]", "cv2": "[True, False, False]", "matplotlib": "[False, True, False]",
                 "matplotlib.pyplot": "[False, True, True]"}
        for first, line in lines.items():
            code = program.replace("{first!r}", repr(first)).replace("import {first}", f"import {first or 'sys'}")
            self.assertEqual(run(code).splitlines(), [line, "True True True"])

    def test_without_it_mediapipe_is_untouched(self):
        self.assertIn("mediapipe/tasks/c/libmediapipe", run(DETECT))

    def test_after_the_first_image_it_is_too_late(self):
        with self.assertRaisesRegex(AssertionError, "before the first task or image"):
            run(DETECT + "import vision_mediapipe; vision_mediapipe.enable()")

    def test_another_version_is_left_alone(self):
        program = """
import os, sys
sys.path.insert(0, os.environ["FOLDER"])
import vision_mediapipe
for solutions in (False, True):
    try:
        vision_mediapipe.enable(solutions)
    except RuntimeError as error:
        print(error)
import mediapipe
print(hasattr(mediapipe, "solutions"), vision_mediapipe.is_enabled())
"""
        sentence = "mediapipe 0.10.21 is installed; vision_mediapipe serves 1.2.x. Nothing was changed."
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "mediapipe").mkdir()
            (Path(folder) / "mediapipe/__init__.py").touch()
            metadata = Path(folder) / "mediapipe-0.10.21.dist-info/METADATA"
            metadata.parent.mkdir()
            metadata.write_text("Metadata-Version: 2.1\nName: mediapipe\nVersion: 0.10.21\n")
            self.assertEqual(run(program, FOLDER=folder).splitlines(), [sentence, sentence, "False False"])
            # However it was installed.
            metadata.parent.rename(Path(folder) / "mediapipe.egg-info")
            (Path(folder) / "mediapipe.egg-info/METADATA").rename(Path(folder) / "mediapipe.egg-info/PKG-INFO")
            self.assertEqual(run(program, FOLDER=folder).splitlines(), [sentence, sentence, "False False"])

    def test_for_an_environment_and_undone_exactly(self):
        import mediapipe
        import vision_mediapipe
        from vision_mediapipe import library_path

        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder, symlinks=True)
            python = Path(folder) / "bin/python"
            site = next(Path(folder).glob("lib/python*/site-packages"))
            # The packages of this environment, and the one under test.
            folders = {str(Path(package.__file__).parents[1]) for package in (mediapipe, vision_mediapipe)}
            (site / "others.pth").write_text("\n".join(sorted(folders)) + "\n")
            before = sorted(path.name for path in site.iterdir())

            def module(*arguments):
                return subprocess.run(
                    [python, "-m", "vision_mediapipe", *arguments], capture_output=True, text=True, check=True).stdout

            def used():
                environment = {**os.environ, "MEDIA": str(MEDIA)}
                environment.pop("PYTHONPATH", None)
                return subprocess.run(
                    [python, "-c", DETECT], capture_output=True, text=True, check=True, env=environment).stdout.strip()

            self.assertIn("not enabled", module("status"))
            self.assertIn("Enabled for", module("enable"))
            self.assertIn(": enabled for", module("status"))
            self.assertEqual(used(), library_path())
            # As after `pip uninstall`, which leaves the line of the start.
            os.rename(site / "others.pth", site / "others")
            silent = subprocess.run([python, "-c", ""], capture_output=True, text=True, check=True)
            self.assertEqual((silent.stdout, silent.stderr), ("", ""))
            os.rename(site / "others", site / "others.pth")
            self.assertIn("Disabled for", module("disable"))
            self.assertIn("was not enabled", module("disable"))
            self.assertEqual(sorted(path.name for path in site.iterdir()), before)
            self.assertNotEqual(used(), library_path())

    def test_for_a_user_s_own_packages(self):
        import mediapipe
        import vision_mediapipe

        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "MEDIA": str(MEDIA), "PYTHONUSERBASE": folder}
            environment.pop("PYTHONPATH", None)

            def python(*arguments):
                # The Python that made this environment: a virtual environment has no packages of users.
                executable = Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
                return subprocess.run([executable, *arguments], capture_output=True, text=True, check=True, env=environment).stdout

            packages = Path(python("-c", "import site; print(site.getusersitepackages())").strip())
            packages.mkdir(parents=True)
            (packages / "others.pth").write_text(str(Path(mediapipe.__file__).parents[1]) + "\n")
            # As installed there; the library is the one under test.
            shutil.copytree(Path(vision_mediapipe.__file__).parent, packages / "vision_mediapipe", ignore=shutil.ignore_patterns("*.so"))
            environment["VISION_MEDIAPIPE_LIBRARY"] = vision_mediapipe.library_path()
            self.assertIn(f"Enabled for {folder}", python("-m", "vision_mediapipe", "enable"))
            self.assertTrue((packages / "vision_mediapipe_start.pth").exists())
            self.assertIn(f": enabled for {folder}", python("-m", "vision_mediapipe", "status"))
            self.assertEqual(python("-c", DETECT).strip(), vision_mediapipe.library_path())
            self.assertIn(f"Disabled for {folder}", python("-m", "vision_mediapipe", "disable"))
            self.assertFalse((packages / "vision_mediapipe_start.pth").exists())

    def test_an_environment_that_cannot_be_changed(self):
        from vision_mediapipe import __main__ as command

        file = mock.Mock(write_text=mock.Mock(side_effect=PermissionError(13, "Permission denied")))
        with mock.patch.object(command, "_file", return_value=file), self.assertRaisesRegex(
                OSError, r"cannot be changed: Permission denied. Run this as the environment's owner, or call"):
            command._enable(mock.Mock(solutions=False))


if __name__ == "__main__":
    unittest.main()
