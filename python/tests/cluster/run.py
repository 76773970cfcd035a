"""Runs the examples on local clusters, one node of which is killed, and compares with `vision batch`.

scripts/ci/test-cluster calls it.
"""

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import engines
import pyarrow.dataset
from vision_worker import path_text

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SUFFIXES = {".jpg", ".png"}


def say(words):
    print(f"test-cluster: {words}", flush=True)


def make_images(samples, folder, count):
    """Copies of the samples with numbered names; every 25th is cut off or has other bytes in the middle."""
    folder.mkdir()
    files = sorted(path for path in samples.iterdir() if path.suffix in SUFFIXES)
    noise = random.Random(1)
    for number in range(count):
        sample = files[number % len(files)]
        data = bytearray(sample.read_bytes())
        if number % 50 == 7:
            data = data[: len(data) // 3]
        elif number % 50 == 32:
            at = noise.randrange(len(data) // 2)
            data[at : at + 64] = noise.randbytes(64)
        (folder / f"{number:06}-{sample.name}").write_bytes(data)
    # Names that engines leave out or cannot store, and a file that Spark's listing leaves out.
    for name in (b"_first.png", b".hidden.png", b"caf\xe9.png"):
        (folder / os.fsdecode(name)).write_bytes(files[0].read_bytes())
    (folder / "empty.png").write_bytes(b"")
    (folder / "subfolder").mkdir()


def run_batch(vision, task, images, output):
    """The lines of `vision batch` by file name, without `file` and `number`, and its time."""
    start = time.monotonic()
    run = subprocess.run(
        [vision, "batch", task, images, "--out", output, "--quiet"], stderr=subprocess.PIPE, text=True, check=False
    )
    seconds = time.monotonic() - start
    # Status 1: some inputs failed, as meant.
    if run.returncode not in (0, 1):
        raise SystemExit(f"test-cluster: vision batch ended with status {run.returncode}: {run.stderr}")
    lines = {}
    for part in sorted(output.glob("part-*.jsonl")):
        for line in part.read_text().splitlines():
            name = re.search(r'"file":"([^"]*)",', line)
            rest = re.sub(r'"number":\d+,', "", line[: name.start()] + line[name.end() :], count=1)
            lines[Path(json.loads(line)["file"]).name] = rest
    # A folder's hidden files are not processed, except by the examples.
    lines[".hidden.png"] = lines["_first.png"]
    return lines, seconds


def result_of(line):
    """A line's result with every digit; without the warnings of a damaged file, which `vision batch` prints elsewhere."""
    result = json.loads(line or "null", parse_float=str)
    if result:
        result.pop("warnings", None)
    return result


def check_rows(output, images, expected):
    """Fails unless every image has one row, with the batch's line or an error. Returns how many have an error."""
    table = pyarrow.dataset.dataset(output, format="parquet").to_table()
    if table.schema.types != [pyarrow.string()] * 3:
        raise SystemExit(f"test-cluster: the columns differ from three texts: {table.schema}")
    rows = table.to_pylist()
    names = [Path(row["path"]).name for row in rows]
    wanted = sorted(path_text(path.name) for path in images.iterdir() if not path.is_dir())
    if sorted(names) != wanted:
        raise SystemExit(
            f"test-cluster: {len(names)} rows for {len(wanted)} images, {len(set(wanted) - set(names))} missing, "
            f"{len(names) - len(set(names))} twice"
        )
    for name, row in zip(names, rows):
        if result_of(row["json"]) != result_of(expected.get(name)) or (row["json"] is None) != (row["error"] is not None):
            raise SystemExit(f"test-cluster: {name} differs:\n{row}\n{expected.get(name)}")
    return sum(row["error"] is not None for row in rows)


def start_job(engine, arguments, images, output, log):
    """Starts an example with relative paths, which nodes in other folders must understand."""
    command = engine.job(EXAMPLES, images.name, output.name, arguments.task, arguments.vision)
    # Spark passes the errors of Python programs on as output.
    return subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, text=True, cwd=arguments.work)


def check_again(engine, arguments, images, output):
    """Fails unless the example refuses an output that is not empty, and keeps it."""
    before = {path: path.stat().st_mtime_ns for path in output.rglob("*")}
    again = start_job(engine, arguments, images, output, subprocess.PIPE)
    text = again.communicate()[0]
    if again.returncode == 0 or "is not empty" not in text:
        raise SystemExit(f"test-cluster: the second run ended with status {again.returncode}\n{text[-3000:]}")
    if {path: path.stat().st_mtime_ns for path in output.rglob("*")} != before:
        raise SystemExit("test-cluster: the second run changed the output of the first")


def finished_parts(output):
    """The number of files that finished tasks wrote. Spark has those of running ones in folders named attempt_…"""
    try:
        return sum("/attempt_" not in str(path) for path in output.rglob("*.parquet"))
    except FileNotFoundError:
        return 0  # A folder was removed meanwhile.


def kill_node(engine, job, output, log):
    """Kills a node after the first part of the output, and returns the numbers of its workers' processes."""
    while job.poll() is None and not finished_parts(output):
        time.sleep(0.1)
    time.sleep(0.3)
    if job.poll() is not None:
        raise SystemExit(f"test-cluster: status {job.returncode} before the kill\n{log.read_text()[-3000:]}")
    workers = engine.kill_node()
    if not workers:
        raise SystemExit("test-cluster: the killed node had no worker")
    say(f"{engine.name}: killed a node with {len(workers)} workers after {finished_parts(output)} parts")
    return workers


def run_job(engine, arguments, images, output, kill):
    """Runs an example, and kills a node after the first part of its output.

    Returns the job's seconds and the number of images that it reported as failed.
    """
    log = arguments.work / f"{engine.name}.log"
    with log.open("w") as file:
        job = start_job(engine, arguments, images, output, file)
        try:
            workers = kill_node(engine, job, output, log) if kill else []
            status = job.wait(timeout=3000)
        finally:
            job.kill()  # Nothing, once it has ended.
    text = log.read_text()
    failed = re.search(r"^(\d+) of \d+ images have no result", text, re.M)
    # Some of the images are damaged, which the status says.
    if status != 1 or not failed:
        raise SystemExit(f"test-cluster: the job failed with status {status}\n{text[-5000:]}")
    if left := engines.still_running(workers, seconds=20):
        raise SystemExit(f"test-cluster: workers of the killed node are running: {left}")
    return float(re.findall(r"^([\d.]+) seconds$", text, re.M)[-1]), int(failed[1])


def main():
    # A terminated run ends its cluster, too.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    parser = argparse.ArgumentParser()
    parser.add_argument("--vision", required=True)
    parser.add_argument("--samples", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--images", type=int, required=True)
    parser.add_argument("--task", required=True)
    parser.add_argument("--engines", required=True)
    parser.add_argument("--runs", required=True)
    arguments = parser.parse_args()

    images = arguments.work / "images"
    make_images(arguments.samples, images, arguments.images)
    expected, seconds = run_batch(arguments.vision, arguments.task, images, arguments.work / "batch")
    plain = arguments.images / seconds
    say(f"vision batch {arguments.task}: {plain:.1f} images a second; {len(expected)} lines of {arguments.images} images and 4 more")
    for name in arguments.engines.split():
        for run in arguments.runs.split():
            kill = run == "kill"
            output = arguments.work / f"{name}-{run}"
            with engines.ENGINES[name](arguments.work) as engine:
                seconds, failed = run_job(engine, arguments, images, output, kill)
                check_again(engine, arguments, images, output)
            errors = check_rows(output, images, expected)
            if failed != errors:
                raise SystemExit(f"test-cluster: the job reported {failed} failed images of {errors}")
            rate = arguments.images / seconds
            say(
                f"{name}{', one node killed' if kill else ''}: {rate:.1f} images a second, "
                f"{rate / plain:.2f} of vision batch; each image once, lines equal, {errors} errors"
            )


if __name__ == "__main__":
    main()
