"""Converts the results of `vision batch` to Parquet: python3 -m vision_worker.parquet FOLDER [OUTPUT].

Every part-*.jsonl of the folder becomes a part-*.parquet of the output folder, by default FOLDER/parquet; the inputs that failed are in
errors.parquet. All have the columns of the batch's task (`schema_of`), whatever was found. An output folder that is not empty is an error.
Needs pyarrow, which `pip install 'vision-worker[parquet]'` installs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

try:
    # pyarrow has no types for all of its modules.
    pa: Any = import_module("pyarrow")
    pj: Any = import_module("pyarrow.json")
    pq: Any = import_module("pyarrow.parquet")
except ImportError:
    sys.exit("vision_worker.parquet needs pyarrow: pip install 'vision-worker[parquet]'")

#: The size of the pieces in which lines are read, in bytes.
BLOCK_SIZE = 1 << 26


def schema_of(task: str) -> Any:
    """The columns of a task's results, the same for every batch: the keys of its lines, and `error`.

    Raises `ValueError` for an unknown task.
    """
    category = pa.struct(
        {"categoryName": pa.string(), "displayName": pa.string(), "index": pa.int64(), "score": pa.float64()}
    )
    categories = pa.list_(category)
    point_list = pa.list_(pa.list_(pa.float64()))
    points = pa.list_(point_list)
    box = pa.struct({side: pa.int64() for side in ("x", "y", "width", "height")})
    detection = {
        "boundingBox": box,
        "categories": categories,
        "keypoints": pa.list_(pa.list_(pa.float64())),
        "trackingId": pa.int64(),
    }
    tracked = {
        "boundingBox": box,
        "categories": categories,
        "trackingId": pa.int64(),
        "classificationCategory": pa.string(),
        "confidence": pa.float64(),
    }
    head = {"headIndex": pa.int64(), "headName": pa.string(), "categories": categories}
    # Base64 of signed bytes with --quantize.
    vector = {
        "headIndex": pa.int64(),
        "headName": pa.string(),
        "embedding": pa.list_(pa.float64()),
        "quantized": pa.string(),
    }
    # Only of a batch with --track.
    tracking = {"trackingIds": pa.list_(pa.int64())}
    poses = {"landmarks": points, "worldLandmarks": points, **tracking}
    hands = {"handedness": pa.list_(categories), **poses}
    faces = {
        "faceLandmarks": points,
        "faceScores": pa.list_(pa.float64()),
        "faceBlendshapes": pa.list_(categories),
        "facialTransformationMatrixes": pa.list_(pa.list_(pa.float64())),
        **tracking,
    }
    lists = ("face", "pose", "poseWorld", "leftHand", "leftHandWorld", "rightHand", "rightHandWorld")
    holistic = {**{f"{name}Landmarks": point_list for name in lists}, "faceBlendshapes": categories}
    segments = {"segments": categories, "qualityScores": pa.list_(pa.float64())}
    columns = {
        "gesture": {"gestures": pa.list_(categories), **hands},
        "hand": hands,
        "pose": poses,
        "detect": {"detections": pa.list_(pa.struct(detection))},
        "face-detect": {"detections": pa.list_(pa.struct(detection))},
        "face": faces,
        "holistic": holistic,
        "track": {"detections": pa.list_(pa.struct(tracked))},
        "segment": segments,
        "segment-point": segments,
        "classify": {"classifications": pa.list_(pa.struct(head))},
        "embed": {"embeddings": pa.list_(pa.struct(vector))},
    }
    if task not in columns:
        raise ValueError(f"the task {task!r} is unknown; known are {', '.join(columns)}")
    place = {"number": pa.int64(), "file": pa.string(), "frame": pa.int64(), "timestampMs": pa.int64()}
    # Only of a batch with labels.
    size = {"width": pa.int64(), "height": pa.int64()}
    return pa.schema({**place, **size, "task": pa.string(), **columns[task], "error": pa.string()})


def _tables(part: Path, schema: Any) -> Iterator[Any]:
    """The lines of a part in pieces."""
    with open(part, "rb") as file:
        while piece := file.readlines(BLOCK_SIZE):
            table = pj.read_json(
                pa.BufferReader(b"".join(piece)),
                # A block has all lines of the piece, whatever their length.
                read_options=pj.ReadOptions(block_size=max(sum(map(len, piece)), 1)),
                # A key without a column would be lost otherwise.
                parse_options=pj.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error"),
            )
            yield table.select(schema.names)


def _failed(errors: Path, schema: Any) -> Any:
    """The inputs that failed."""
    rows = []
    if errors.exists():
        with open(errors, encoding="utf-8") as file:
            for line in file:
                failure = json.loads(line)
                rows.append({"number": failure["number"], "file": failure["path"], "error": failure["reason"]})
    return pa.Table.from_pylist(rows, schema=schema)


def convert(folder: Path, output: Path) -> int:
    """Converts all parts, and returns their number. The output folder appears when all of them are converted.

    Raises `FileExistsError` for an output folder that is not empty, `ValueError` for a folder without results.
    """
    if output.exists() and any(output.iterdir()):
        raise FileExistsError(f"{output} is not empty; remove it, or name another folder for the output")
    parts = sorted(folder.glob("part-*.jsonl"))
    if not parts:
        raise FileNotFoundError(f"there is no part-*.jsonl in {folder}")
    schema = schema_of(json.loads((folder / "batch.json").read_text(encoding="utf-8"))["task"])
    unfinished = output.with_name(f".{output.name}.partial")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    try:
        for part in parts:
            with pq.ParquetWriter(unfinished / f"{part.stem}.parquet", schema) as writer:
                for table in _tables(part, schema):
                    writer.write_table(table)
        pq.write_table(_failed(folder / "errors.jsonl", schema), unfinished / "errors.parquet")
        # Replaces an empty folder.
        os.replace(unfinished, output)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return len(parts)


def missing_inputs(folder: Path, output: Path) -> int:
    """The number of the batch's inputs without a row, as of a batch that is not finished; 0 for a shard, which has some of them."""
    batch = json.loads((folder / "batch.json").read_text(encoding="utf-8"))
    if batch.get("shard", {}).get("count", 1) != 1:
        return 0
    numbers: set[int] = set()
    for file in output.glob("*.parquet"):
        numbers.update(pq.read_table(file, columns=["number"])["number"].unique().to_pylist())
    return max(int(batch.get("inputCount", 0)) - len(numbers), 0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="vision_worker.parquet", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of vision batch")
    parser.add_argument("output", type=Path, nargs="?", help="the folder of the Parquet files")
    arguments = parser.parse_args()
    output = arguments.output or arguments.folder / "parquet"
    try:
        count = convert(arguments.folder, output)
        missing = missing_inputs(arguments.folder, output)
    except (OSError, KeyError, ValueError) as error:
        sys.exit(f"vision_worker.parquet: {error}")
    print(f"{count} {'part' if count == 1 else 'parts'} in {output}")
    if missing:
        some = "1 input has" if missing == 1 else f"{missing} inputs have"
        print(f"{some} no result yet: run the same vision batch again, then convert again", file=sys.stderr)


if __name__ == "__main__":
    main()
