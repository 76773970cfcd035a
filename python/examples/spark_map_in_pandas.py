"""Runs a task on a folder of images with Spark and writes Parquet.

Each image has one row with its path, its line of JSON and its error.

    spark-submit spark_map_in_pandas.py IMAGES OUTPUT --task gesture
"""

import argparse
import time
from collections.abc import Iterator

import pandas
from pyspark.sql import SparkSession

from vision_worker import VisionWorker

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("images")
parser.add_argument("output")
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
        results = list(worker.map(path.removeprefix("file:") for path in frame["path"]))
        yield pandas.DataFrame({
            "path": frame["path"],
            "json": [result.json if result.ok else None for result in results],
            "error": [result.error.message if result.error else None for result in results],
        })


# An image takes its time whatever its bytes, so that each counts as much for a partition: for opening, beside its size.
opening = 100_000_000
spark = (
    SparkSession.builder.appName("vision")
    .config("spark.sql.files.maxPartitionBytes", arguments.partition * opening)
    .config("spark.sql.files.openCostInBytes", opening)
    .getOrCreate()
)
start = time.monotonic()
# Without the column `content` Spark lists the images and does not read them. The workers do, from storage that every node has.
images = spark.read.format("binaryFile").load(arguments.images).select("path")
rows = images.mapInPandas(recognize, "path string, json string, error string")
rows.write.mode("overwrite").parquet(arguments.output)
print(f"{time.monotonic() - start:.1f} seconds")
spark.stop()
