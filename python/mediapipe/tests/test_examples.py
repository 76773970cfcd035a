"""The programs in Examples/C do what they are shown for. What they print is compared, not only that they end."""
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from support import MEDIA, ROOT, model

EXAMPLES = ROOT / "Examples"


class CTests(unittest.TestCase):
    """Plain, and under the sanitizers, which also find what a program does not free."""

    PLAIN = ["-O2"]
    SANITIZED = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]

    @classmethod
    def setUpClass(cls):
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


if __name__ == "__main__":
    unittest.main()
