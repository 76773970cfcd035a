"""Times a folder of images with MediaPipe's Python package in several processes, and prints the seconds.

    python batch_peer.py TASK MODEL FOLDER PROCESSES

TASK is a JSON PeerTask: type, method and options. Timing starts when all processes have created their tasks, and ends with the last result.
"""

import json
import multiprocessing
import os
import sys
import time

from mediapipe import Image
from mediapipe.tasks import python as tasks
from mediapipe.tasks.python import vision


def make_call(task, model):
    """Returns the function that processes an image."""
    options = getattr(vision, task["type"] + "Options")(
        base_options=tasks.BaseOptions(model_asset_path=model), **task["options"])
    return getattr(getattr(vision, task["type"]).create_from_options(options), task["method"])


def work(name, model, paths, ready, done):
    call = make_call(json.loads(name), model)
    ready.wait()
    finished = 0
    for path in paths:
        try:
            call(Image.create_from_file(path))
            finished += 1
        except (RuntimeError, ValueError) as error:
            print(path, error, file=sys.stderr)
    done.put(finished)
    done.close()
    done.join_thread()
    os._exit(0)  # MediaPipe's own shutdown is not part of the run


def main(name, model, folder, processes):
    count = int(processes)
    paths = sorted(os.path.join(folder, file) for file in os.listdir(folder))
    context = multiprocessing.get_context("spawn")
    ready, done = context.Barrier(count + 1), context.Queue()
    workers = [context.Process(target=work, args=(name, model, paths[i::count], ready, done)) for i in range(count)]
    for worker in workers:
        worker.start()
    ready.wait()
    start = time.perf_counter()
    finished = sum(done.get() for _ in workers)
    print(f"{time.perf_counter() - start:.3f}")
    if finished != len(paths):
        sys.exit(f"{len(paths) - finished} of {len(paths)} images failed; remove them")


if __name__ == "__main__":
    main(*sys.argv[1:])
