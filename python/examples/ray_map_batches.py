"""Runs a task on a folder of images with Ray Data and writes Parquet.

Each image has one row with its path, its line of JSON and its error. The status is 1 if an image failed.

    python ray_map_batches.py IMAGES OUTPUT --task gesture --actors 2
"""

import argparse
import os
import sys
import time
from typing import Any

import pyarrow
import pyarrow.dataset
import ray
from ray.data import ActorPoolStrategy, SaveMode

from vision_worker import VisionWorker, path_text

# Every block has these types, also one in which no image has an error.
SCHEMA = pyarrow.schema({"path": pyarrow.string(), "json": pyarrow.string(), "error": pyarrow.string()})


class Recognizer:
    """An actor that owns a worker: the model is loaded once per actor."""

    def __init__(self, worker: VisionWorker) -> None:
        # Pickled with its arguments only; the process starts here.
        self.worker = worker
        self.worker.start()

    def __call__(self, batch: pyarrow.Table) -> pyarrow.Table:
        paths = [os.fsdecode(name) for name in batch["name"].to_pylist()]
        results = list(self.worker.map(paths))
        columns: dict[str, Any] = {
            "path": [path_text(path) for path in paths],
            "json": [result.json if result.ok else None for result in results],
            "error": [result.error.message if result.error else None for result in results],
        }
        return pyarrow.table(columns, schema=SCHEMA)


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
# Absolute, because actors run in other folders. An address of storage stays as it is.
parser.add_argument("images", type=os.path.abspath)
parser.add_argument("output", type=lambda path: path if "://" in path else os.path.abspath(path), help="a folder that does not exist or is empty")
parser.add_argument("--task", default="gesture")
parser.add_argument("--program", default="vision")
parser.add_argument("--address", default="auto", help="the cluster's address")
parser.add_argument("--actors", type=int, default=2, help="number of actors, one per core")
parser.add_argument("--batch", type=int, default=128, help="images of a batch; a worker waits between two")
parser.add_argument("--blocks", type=int, default=32, help="parts of the work; a lost node repeats those it had")
arguments = parser.parse_args()

# File names are bytes: not all of them are text.
names = sorted(os.fsencode(entry.path) for entry in os.scandir(arguments.images) if not entry.is_dir())
if not names:
    parser.error(f"{arguments.images} has no files")
if os.path.isdir(arguments.output) and os.listdir(arguments.output):
    parser.error(f"{arguments.output} is not empty; remove it, or name another folder")
ray.init(address=arguments.address, log_to_driver=False)
# One thread per actor, because there is an actor on every core.
worker = VisionWorker(arguments.task, {"threads": 1}, program=arguments.program)
# Actors reserve 0.75 of a core. With a whole core each, writing would wait until an actor ends.
aside = {"num_cpus": 0.25}
start = time.monotonic()
ray.data.from_items([{"name": name} for name in names], override_num_blocks=arguments.blocks).map_batches(
    Recognizer,
    fn_constructor_args=(worker,),
    batch_size=arguments.batch,
    batch_format="pyarrow",
    num_cpus=0.75,
    compute=ActorPoolStrategy(size=arguments.actors),
).write_parquet(
    arguments.output,
    # An error for a folder with results, wherever it is; an empty folder is used.
    mode=SaveMode.APPEND if os.path.isdir(arguments.output) else SaveMode.ERROR,
    ray_remote_args=aside,
)
print(f"{time.monotonic() - start:.1f} seconds")
written = pyarrow.dataset.dataset(arguments.output, SCHEMA, format="parquet")
failed = len(names) - written.count_rows(filter=pyarrow.dataset.field("error").is_null())
if failed:
    sys.exit(f"{failed} of {len(names)} images have no result; the column `error` says why")
