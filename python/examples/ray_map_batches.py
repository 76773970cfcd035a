"""Runs a task on a folder of images with Ray Data and writes Parquet.

Each image has one row with its path, its line of JSON and its error.

    python ray_map_batches.py IMAGES OUTPUT --task gesture --actors 2
"""

import argparse
import time
from typing import Any

import numpy
import ray
from ray.data import ActorPoolStrategy

from vision_worker import VisionWorker


class Recognizer:
    """An actor that owns a worker: the model is loaded once per actor."""

    def __init__(self, worker: VisionWorker) -> None:
        # Pickled with its arguments only; the process starts here.
        self.worker = worker
        self.worker.start()

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        results = list(self.worker.map(batch["bytes"]))
        return {
            "path": batch["path"],
            "json": numpy.array([result.json if result.ok else None for result in results], dtype=object),
            "error": numpy.array([result.error.message if result.error else None for result in results], dtype=object),
        }


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("images")
parser.add_argument("output")
parser.add_argument("--task", default="gesture")
parser.add_argument("--program", default="vision")
parser.add_argument("--address", default="auto", help="the cluster's address")
parser.add_argument("--actors", type=int, default=2, help="maximum number of actors, one per core")
parser.add_argument("--batch", type=int, default=32, help="images of a batch")
parser.add_argument("--blocks", type=int, default=32, help="parts of the work; a lost node repeats those it had")
arguments = parser.parse_args()

ray.init(address=arguments.address, log_to_driver=False)
# One thread per actor, because there is an actor on every core.
worker = VisionWorker(arguments.task, {"threads": 1}, program=arguments.program)
# Reading and writing have a fourth of a core beside an actor; otherwise they wait until no actor is there.
aside = {"num_cpus": 0.25}
start = time.monotonic()
ray.data.read_binary_files(
    arguments.images, include_paths=True, override_num_blocks=arguments.blocks, ray_remote_args=aside
).map_batches(
    Recognizer,
    fn_constructor_args=(worker,),
    batch_size=arguments.batch,
    num_cpus=0.75,
    compute=ActorPoolStrategy(min_size=1, max_size=arguments.actors),
).write_parquet(arguments.output, ray_remote_args=aside)
print(f"{time.monotonic() - start:.1f} seconds")
