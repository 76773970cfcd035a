"""One timed run of MediaPipe's Python package, for `vision-bench --peer`.

The first argument is a BenchSpec as JSON; the output is one line of JSON, a BenchFigures. Frames are read one by one into the same
buffer, as in our own worker.
"""

import json
import os
import resource
import sys
import time

spec = json.loads(sys.argv[1])

import numpy as np  # noqa: E402
from mediapipe import Image, ImageFormat  # noqa: E402
from mediapipe.tasks import python as tasks  # noqa: E402
from mediapipe.tasks.python import vision  # noqa: E402

VIDEO = spec["mode"] == "video"
PEER = spec["peer"]


def make_task():
    """Returns the task and a function that calls it on an image."""
    base = tasks.BaseOptions(model_asset_path=spec["model"])
    mode = vision.RunningMode.VIDEO if VIDEO else vision.RunningMode.IMAGE
    options = getattr(vision, PEER["type"] + "Options")(base_options=base, running_mode=mode, **PEER["options"])
    task = getattr(vision, PEER["type"]).create_from_options(options)
    call = getattr(task, PEER["method"] + "_for_video" if VIDEO else PEER["method"])
    if VIDEO:
        return task, lambda image, index: call(image, spec["timestamps"][index])
    return task, lambda image, index: call(image)


def has_found(result):
    """Whether one of the result's lists has an element, or there is a mask of classes."""
    return any(isinstance(value, Image) or (isinstance(value, list) and value) for value in vars(result).values())


def cpu_milliseconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return 1000 * (used.ru_utime + used.ru_stime)


def peak_megabytes():
    """The peak of this program alone: on Linux getrusage includes the peak of its parent from before exec."""
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 1024
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "linux" else 1 << 20)


def finish(figures):
    print(json.dumps({"callMilliseconds": [], "callsWithResult": 0, "stages": [], **figures}), flush=True)
    os._exit(0)  # MediaPipe's own shutdown is not part of the run


def main():
    start = time.perf_counter()
    task, call = make_task()
    init = 1000 * (time.perf_counter() - start)
    buffer = bytearray(spec["width"] * spec["height"] * 3)
    pixels = np.frombuffer(buffer, np.uint8).reshape(spec["height"], spec["width"], 3)
    times, cpu, found = [], 0.0, 0
    count = len(spec["timestamps"]) if VIDEO else spec["repeats"]
    with open(spec["frames"], "rb") as frames:
        for index in range(count):
            if VIDEO or index == 0:
                frames.readinto(buffer)
            cpu_before, before = cpu_milliseconds(), time.perf_counter()
            result = call(Image(image_format=ImageFormat.SRGB, data=pixels), index)
            milliseconds = 1000 * (time.perf_counter() - before)
            if spec["kind"] == "coldStart":
                finish({"coldStartMilliseconds": 1000 * (time.time() - spec["started"]), "peakMegabytes": peak_megabytes()})
            found += has_found(result)
            if index > 0:
                times.append(milliseconds)
                cpu += cpu_milliseconds() - cpu_before
    finish({"initMilliseconds": init, "callMilliseconds": times, "cpuMilliseconds": cpu / max(len(times), 1),
            "peakMegabytes": peak_megabytes(), "callsWithResult": found})


main()
