"""Runs a task on a folder of images with Ray Data and writes Parquet.

Each image has one row with its path, its line of JSON and its error.

    python ray_map_batches.py IMAGES OUTPUT --task gesture --actors 2
"""

import argparse
import time
from pathlib import Path
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
        results = list(self.worker.map(batch["path"]))
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
parser.add_argument("--actors", type=int, default=2, help="number of actors, one per core")
parser.add_argument("--batch", type=int, default=128, help="images of a batch; a worker waits between two")
parser.add_argument("--blocks", type=int, default=32, help="parts of the work; a lost node repeats those it had")
arguments = parser.parse_args()

ray.init(address=arguments.address, log_to_driver=False)
# One thread per actor, because there is an actor on every core.
worker = VisionWorker(arguments.task, {"threads": 1}, program=arguments.program)
# Actors reserve 0.75 of a core. With a whole core each, writing would wait until an actor ends.
aside = {"num_cpus": 0.25}
start = time.monotonic()
paths = sorted(str(path) for path in Path(arguments.images).iterdir())
ray.data.from_items([{"path": path} for path in paths], override_num_blocks=arguments.blocks).map_batches(
    Recognizer,
    fn_constructor_args=(worker,),
    batch_size=arguments.batch,
    num_cpus=0.75,
    compute=ActorPoolStrategy(size=arguments.actors),
).write_parquet(arguments.output, ray_remote_args=aside)
print(f"{time.monotonic() - start:.1f} seconds")
