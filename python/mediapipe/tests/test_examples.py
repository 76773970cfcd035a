"""The programs in Examples/C and Examples/Python do what they are shown for. What they print is compared, not only that they end."""
import importlib.util
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from support import MEDIA, ROOT, model, require_mediapipe, run

EXAMPLES = ROOT / "Examples"


class CTests(unittest.TestCase):
    """Plain, and under the sanitizers, which also find what a program does not free."""

    PLAIN = ["-O2"]
    SANITIZED = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]

    @classmethod
    def setUpClass(cls):
        if importlib.util.find_spec("mediapipe"):
            raise unittest.SkipTest("programs in C are tested once, in the environment without mediapipe")
        # Swift's own clang where there is one, with the linker that can read the sanitizers' sections.
        swift = shutil.which("swift")
        clang = Path(os.path.realpath(swift)).with_name("clang") if swift else None
        cls.compiler = [str(clang), "-fuse-ld=lld"] if clang and clang.exists() else ["cc"]
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)

    def programs(self, name):
        from vision_mediapipe import library_path

        library = Path(library_path()).resolve().parent
        programs = []
        for kind, flags in (("plain", self.PLAIN), ("sanitized", self.SANITIZED)):
            program = self.folder / f"{name}-{kind}"
            command = [
                *self.compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", *flags, "-I", ROOT / "Sources/CMediaPipe/include",
                EXAMPLES / f"C/{name}.c", "-o", program, "-L", library, "-lmediapipe", f"-Wl,-rpath,{library}",
            ]
            done = subprocess.run(command, capture_output=True, text=True, timeout=120)
            self.assertEqual(done.returncode, 0, done.stderr)
            programs.append(program)
        return programs

    def run_program(self, *command, status=0, frames=()):
        """What a program prints, with frames on its standard input as from a camera."""
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "ASAN_OPTIONS": "detect_leaks=1"})
        try:
            for frame in frames:
                process.stdin.write(frame)
                process.stdin.flush()
                time.sleep(0.1)
            output, errors = (text.decode() for text in process.communicate(timeout=120))
        finally:
            process.kill()
        self.assertNotRegex(errors, "Sanitizer|runtime error")
        self.assertEqual(process.returncode, status, errors)
        return output.splitlines(), errors

    def test_hands_in_images(self):
        images = [str(MEDIA / name) for name in ("thumb_up_teal.png", "pointing_up.png", "empty_flat.png")]
        for program in self.programs("hands"):
            with self.subTest(program.name):
                lines, _ = self.run_program(program, model("gesture_recognizer"), *images)
                self.assertEqual(lines, [
                    f"{images[0]}: 1 hand", "  Left hand, Thumb_Up 0.81, index finger at 283, 261",
                    f"{images[1]}: 1 hand", "  Left hand, Pointing_Up 0.78, index finger at 345, 138",
                    f"{images[2]}: 0 hands",
                ])

    def test_messages_are_printed_and_freed(self):
        image = str(MEDIA / "pointing_up.png")
        for program in self.programs("hands"):
            with self.subTest(program.name):
                lines, errors = self.run_program(program, model("gesture_recognizer"), "missing.png", image, status=1)
                self.assertIn("missing.png: There is no file", errors)
                self.assertEqual(lines[0], f"{image}: 1 hand")
                lines, errors = self.run_program(program, "missing.task", image, status=1)
                self.assertIn("missing.task: There is no file", errors)
                self.assertEqual(lines, [])
                self.assertIn("usage:", self.run_program(program, status=2)[1])

    def test_hands_in_a_live_stream(self):
        import cv2

        image = cv2.cvtColor(cv2.imread(str(MEDIA / "pointing_up.png")), cv2.COLOR_BGR2RGB)
        height, width = image.shape[:2]
        for program in self.programs("live_hands"):
            with self.subTest(program.name):
                (*lines, summary), _ = self.run_program(
                    program, model("hand_landmarker"), str(width), str(height), frames=[image.tobytes()] * 10)
                found = [re.fullmatch(r"(\d+) ms: Left hand, wrist at (0\.\d\d), (0\.\d\d)", line).groups() for line in lines]
                # A frame that comes while the task is busy is dropped.
                self.assertIn(len(found), range(1, 11))
                self.assertEqual(summary, f"10 frames, {len(found)} answers, {len(found)} hands")
                times = [int(item[0]) for item in found]
                self.assertEqual(times, sorted(set(times)))
                for _, x, y in found:
                    self.assertAlmostEqual(float(x), 0.69, delta=0.011)
                    self.assertAlmostEqual(float(y), 0.61, delta=0.011)


# OpenCV's window, kept in a list. The user presses Escape at the frame that WINDOW_CLOSES names.
WINDOW = """
import cv2, os, runpy, sys
shown = []
cv2.imshow = lambda title, picture: shown.append(picture.copy())
cv2.waitKey = lambda time: 27 if len(shown) == int(os.environ.get("WINDOW_CLOSES", -1)) else -1
cv2.destroyAllWindows = lambda: None
sys.argv = {arguments}
runpy.run_path(sys.argv[0], run_name="__main__")
"""
# A notebook's cells one after the other, as Jupyter runs them, with its figures kept.
NOTEBOOK = """
import json, os, sys
import matplotlib.pyplot
shown = []
matplotlib.pyplot.show = lambda: shown.append(matplotlib.pyplot.gca().get_images()[0].get_array())
os.chdir(os.path.dirname({file}))
cells = json.load(open({file}))["cells"]
for cell in cells:
    if cell["cell_type"] == "code":
        exec(compile("".join(cell["source"]), cell["id"], "exec"))
print(len(shown), int((shown[0] != image.numpy_view()[:, :, :3]).any(axis=2).sum()))
"""


class PythonTests(unittest.TestCase):
    def run_example(self, name, *arguments, then="", **environment):
        """The lines that an example prints, and those of a program in the same process after it."""
        arguments = [str(EXAMPLES / f"Python/{name}.py"), *map(str, arguments)]
        return run(WINDOW.format(arguments=arguments) + then, **environment).splitlines()

    def run_with_pictures(self, name, image):
        """The lines that an example prints, the image, and the one that it writes."""
        import cv2

        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "output.png"
            lines = self.run_example(name, MEDIA / image, output)
            before, after = cv2.imread(str(MEDIA / image)), cv2.imread(str(output))
        self.assertEqual(before.shape, after.shape)
        return lines, before.astype(float), after.astype(float)

    def test_hands_from_webcam(self):
        require_mediapipe()
        # Landmarks are drawn in the frames with hands.
        summary, drawn = self.run_example("hands_from_webcam", MEDIA / "thumb_video.mp4", then="""
capture = cv2.VideoCapture(sys.argv[1])
print(sum((picture != capture.read()[1]).any() for picture in shown))
""")
        self.assertRegex(summary, r"^195 frames, 171 with hands, \d+\.\d ms a frame$")
        self.assertEqual(drawn, "171")

    def test_hands_from_webcam_until_escape(self):
        require_mediapipe()
        lines = self.run_example("hands_from_webcam", MEDIA / "thumb_video.mp4", WINDOW_CLOSES="20")
        self.assertRegex(lines[0], "^20 frames, ")
        with self.assertRaisesRegex(AssertionError, "There is no such video"):
            self.run_example("hands_from_webcam", "missing.mp4")

    def test_pose_angles(self):
        require_mediapipe()
        self.assertEqual(self.run_example("pose_angles", MEDIA / "yoga.png"), [
            "person 1", "  left elbow: 154 degrees", "  right elbow: 139 degrees", "  left knee: 108 degrees",
            "  right knee: 39 degrees",
        ])

    def test_blur_background(self):
        require_mediapipe()
        lines, before, after = self.run_with_pictures("blur_background", "yoga.png")
        self.assertEqual(lines, ["28.4% of the image is a person"])
        # The jersey stays, the trees at the left lose their leaves.
        jersey, trees = (slice(220, 360), slice(350, 430)), (slice(150, 220), slice(40, 180))
        self.assertLessEqual(abs(after[jersey] - before[jersey]).max(), 8)
        self.assertLess(after[trees].std(), 0.8 * before[trees].std())

    def test_holistic_solutions(self):
        lines, before, after = self.run_with_pictures("holistic_solutions", "yoga.png")
        self.assertEqual(lines, [
            "face: 468 landmarks", "pose: 33 landmarks", "left hand: 21 landmarks", "right hand: 21 landmarks", "nose: 328, 128",
        ])
        # At the nose and at the left hip; a corner is as before.
        for x, y in ((328, 128), (429, 397)):
            self.assertGreater(abs(after - before)[y - 6:y + 7, x - 6:x + 7].max(), 50)
        self.assertEqual(abs(after - before)[:100, :100].max(), 0)

    def test_notebook(self):
        require_mediapipe()
        file = EXAMPLES / "Python/mediapipe_on_cpu.ipynb"
        for cell in json.loads(file.read_text())["cells"]:
            if cell["cell_type"] == "code":
                self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None), cell["id"])
        hand, times, figures = run(NOTEBOOK.format(file=repr(str(file))), MPLBACKEND="Agg").splitlines()
        self.assertEqual(hand, "Left hand 0.950, thumb at 233, 79")
        ours, theirs = (float(text) for text in re.findall(r"(\d+\.\d) ms", times))
        self.assertGreater(ours, 0)
        self.assertGreater(theirs, 0)
        count, changed = map(int, figures.split())
        self.assertEqual(count, 1)
        self.assertGreater(changed, 1000)


if __name__ == "__main__":
    unittest.main()
