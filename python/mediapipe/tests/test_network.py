"""No task opens a socket, which a trace of the system's calls shows; MediaPipe's own library does."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import MEDIA, TASKS, model, require_mediapipe

PROGRAM = """
import sys
if sys.argv[2] == "ours":
    import vision_mediapipe
    vision_mediapipe.enable()
import mediapipe as mp
from mediapipe.tasks.python import BaseOptions, vision
image = mp.Image.create_from_file(sys.argv[1] + "/face_close.png")
for name, method, path, options in {tasks}:
    made = getattr(vision, name + "Options")(base_options=BaseOptions(model_asset_path=path), **options)
    with getattr(vision, name).create_from_options(made) as task:
        getattr(task, method)(image)
    print(name)
"""


class NetworkTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require_mediapipe()
        if shutil.which("strace") is None:
            raise unittest.SkipTest("strace is not installed")
        if subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode != 0:
            raise unittest.SkipTest("strace may not trace here")

    def trace(self, library):
        """The calls of the system's network functions by a program that runs every task once."""
        tasks = [(name, method, model(file), options) for name, method, file, options in TASKS]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "trace"
            done = subprocess.run(
                ["strace", "-f", "-qq", "-e", "trace=network", "-e", "signal=none", "-o", str(file), sys.executable, "-c",
                 PROGRAM.format(tasks=tasks), str(MEDIA), library],
                capture_output=True, text=True, timeout=600)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.split(), [name for name, *_ in TASKS])
            calls = [line.split(maxsplit=1)[-1] for line in file.read_text().splitlines()]
        print(f"{library}: {len(TASKS)} tasks, {len(calls)} calls for the network", *calls[:3], sep="\n  ")
        return calls

    def test_ours_opens_no_socket(self):
        self.assertEqual(self.trace("ours"), [])

    def test_the_trace_sees_sockets_of_mediapipe(self):
        # Without this the test above could pass because nothing is traced.
        self.assertTrue(any(call.startswith("socket(") for call in self.trace("MediaPipe's own")))


if __name__ == "__main__":
    unittest.main()
