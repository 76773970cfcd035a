"""Runs a task on a folder of images with Spark and writes Parquet.

Each image has one row with its path, its line of JSON and its error. The status is 1 if an image failed.

    spark-submit spark_map_in_pandas.py IMAGES OUTPUT --task gesture
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator

import pandas
from pyspark.sql import SparkSession

from vision_worker import VisionWorker, path_text

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
# Absolute, because Python processes of Spark run in other folders. Spark itself does so with the output.
parser.add_argument("images", type=os.path.abspath)
parser.add_argument("output", help="a folder that does not exist or is empty")
parser.add_argument("--task", default="gesture")
parser.add_argument("--program", default="vision")
parser.add_argument("--partition", type=int, default=512, help="maximum images of a partition, which Spark repeats as a whole")
arguments = parser.parse_args()
task, program = arguments.task, arguments.program


def recognize(frames: Iterator[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
    # One thread, because Spark runs a task on every core. Spark's Python processes stay for the next partition, and
    # so does the worker with its model.
    worker = VisionWorker.shared(task, {"threads": 1}, program=program)
    for frame in frames:
        paths = [os.fsdecode(bytes(name)) for name in frame["name"]]
        results = list(worker.map(paths))
        yield pandas.DataFrame({
            "path": [path_text(path) for path in paths],
            "json": [result.json if result.ok else None for result in results],
            "error": [result.error.message if result.error else None for result in results],
        })


# Not Spark's own listing: it leaves out empty files and names that begin with `_` or `.`. File names are bytes: not all of them are text.
names = sorted(os.fsencode(entry.path) for entry in os.scandir(arguments.images) if not entry.is_dir())
if not names:
    parser.error(f"{arguments.images} has no files")
if os.path.isdir(arguments.output) and os.listdir(arguments.output):
    parser.error(f"{arguments.output} is not empty; remove it, or name another folder")
spark = SparkSession.builder.appName("vision").getOrCreate()
start = time.monotonic()
partitions = -(-len(names) // arguments.partition)
images = spark.createDataFrame(spark.sparkContext.parallelize([(name,) for name in names], partitions), "name binary")
rows = images.mapInPandas(recognize, "path string, json string, error string")
# An error for a folder with results, wherever it is; an empty folder is used.
rows.write.mode("append" if os.path.isdir(arguments.output) else "error").parquet(arguments.output)
print(f"{time.monotonic() - start:.1f} seconds")
failed = len(names) - spark.read.schema(rows.schema).parquet(arguments.output).filter("error is null").count()
spark.stop()
if failed:
    sys.exit(f"{failed} of {len(names)} images have no result; the column `error` says why")
