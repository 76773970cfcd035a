"""Memory stays flat over thousands of tasks, frames, callbacks and images through ctypes.

VISION_MEMORY_ROUNDS is the number of rounds of each program, 200 by default; 10000 takes an hour.
"""
import os
import unittest

from support import TASKS, model, require_mediapipe, run

ROUNDS = int(os.environ.get("VISION_MEMORY_ROUNDS", "200"))
# What is there after the first rounds may grow by this: allocators keep what they got. 10,000 rounds that leak a kilobyte each exceed it.
MEGABYTES = 6

START = """
import ctypes, gc, os
import vision_mediapipe
vision_mediapipe.enable()
import mediapipe as mp, numpy as np
from mediapipe.tasks.python import BaseOptions, vision
trim = ctypes.CDLL(None).malloc_trim

def resident():
    gc.collect()
    trim(0)
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

def grow(rounds, turn, settle=lambda: None):
    "The growth over the last three quarters of the rounds."
    for number in range(rounds // 4):
        turn(number)
    settle()
    before = resident()
    for number in range(rounds // 4, rounds):
        turn(number)
    settle()
    return resident() - before

def make(name, path, options, mode="IMAGE", **more):
    made = getattr(vision, name + "Options")(
        base_options=BaseOptions(model_asset_path=path), running_mode=vision.RunningMode[mode], **options, **more)
    return getattr(vision, name).create_from_options(made)

small, large = (mp.Image.create_from_file(os.environ["MEDIA"] + "/" + name) for name in ("tiny_32x24.png", "face_close.png"))
tasks, rounds = {tasks}, {rounds}
"""

PROGRAMS = {
    "creations, a frame each": """
def turn(number):
    name, method, path, options = tasks[number % len(tasks)]
    with make(name, path, options) as task:
        getattr(task, method)(small)
print("all tasks", grow(max(rounds, 8 * len(tasks)), turn))
""",
    "frames of a video": """
for name, method, path, options in tasks:
    with make(name, path, options, "VIDEO") as task:
        call = getattr(task, method + "_for_video")
        print(name, grow(max(rounds // len(tasks), 16), lambda number: call(large, 33 * number)))
""",
    "live streams with callbacks": """
import itertools, threading, time
changed = threading.Condition()
for name, method, path, options in tasks:
    seen, times = [], itertools.count(0, 33)
    def hear(result, image, at):
        with changed:
            seen[:] = [image.numpy_view()[0, 0, 0], result, at]
            changed.notify()
    def send():
        at = next(times)
        getattr(task, method + "_async")(large, at)
        return at
    def turn(number):
        send()
        if number % 8 == 0:
            time.sleep(0.01)
    def settle():
        "Waits until no frame is on its way: one of a whole body takes 8 MB with its results. A busy stream drops frames."
        answered = False
        while not answered:
            at = send()
            with changed:
                answered = changed.wait_for(lambda: seen and seen[2] == at, timeout=1)
    with make(name, path, options, "LIVE_STREAM", result_callback=hear) as task:
        # The first frames fill the queue.
        print(name, grow(max(rounds // len(tasks), 80), turn, settle))
""",
    "errors": """
name, method, path, options = tasks[0]
task = make(name, path, options)
def turn(number):
    for wrong in (lambda: make(name, path, {"num_hands": 0}), lambda: make(name, "/no/such.task", options),
                  lambda: getattr(task, method + "_for_video")(small, 0), lambda: mp.Image.create_from_file("/no/such.png")):
        try:
            wrong()
        except (ValueError, RuntimeError, FileNotFoundError):
            continue
        raise AssertionError("no error")
print("four errors", grow(rounds, turn))
task.close()
""",
    "images": """
pixels = np.zeros((480, 640, 3), np.uint8)
def turn(number):
    image = mp.Image(image_format=mp.ImageFormat.SRGB, data=pixels)
    assert image.numpy_view().shape == pixels.shape and image[0, 0, 0] == 0
    mp.Image.create_from_file(os.environ["MEDIA"] + "/tiny_32x24.png")
print("images", grow(rounds, turn))
""",
    "masks that outlive their results": """
name, method, path, options = tasks[-1]
kept = []
with make(name, path, options) as task:
    def turn(number):
        kept.append(getattr(task, method)(small).category_mask)
        if len(kept) > 3:
            kept.pop(0)
        assert kept[0].numpy_view().shape[0] == small.height
    print(name, grow(rounds, turn))
""",
}


class MemoryTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        require_mediapipe()

    def test_it_stays_flat(self):
        tasks = [(name, method, model(file), options) for name, method, file, options in TASKS]
        start = START.replace("{tasks}", repr(tasks)).replace("{rounds}", str(ROUNDS))
        for title, program in PROGRAMS.items():
            with self.subTest(title):
                # With one arena, since what the allocator's others keep goes up and down by 10 MB.
                for line in run(start + program, timeout=max(600, ROUNDS), MALLOC_ARENA_MAX="1").splitlines():
                    name, growth = line.rsplit(maxsplit=1)
                    print(f"memory, {title}: {name} {float(growth):+.1f} MB in {ROUNDS} rounds")
                    self.assertLess(float(growth), MEGABYTES, name)


if __name__ == "__main__":
    unittest.main()
