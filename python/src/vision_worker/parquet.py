"""Converts the parts of `vision batch` to Parquet: python3 -m vision_worker.parquet FOLDER [OUTPUT].

Every part-*.jsonl of the folder becomes a part-*.parquet of the output folder, by default FOLDER/parquet. All have the same columns: the
keys of the JSON lines. Needs pyarrow, which `pip install 'vision-worker[parquet]'` installs.
"""

from __future__ import annotations

import argparse
import os
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


def schema_of(parts: list[Path]) -> Any:
    """The columns of all parts: an empty list in one part has the type that it has in another."""
    schemas: list[Any] = []
    for part in parts:
        if part.stat().st_size:
            schemas.extend(batch.schema for batch in _batches(part))
    return pa.unify_schemas(schemas, promote_options="permissive") if schemas else pa.schema([])


def _batches(part: Path, schema: Any = None) -> Iterator[Any]:
    """The lines of a part in pieces. Without a schema every piece has its own."""
    with open(part, "rb") as file:
        while piece := file.readlines(BLOCK_SIZE):
            yield pj.read_json(
                pa.BufferReader(b"".join(piece)),
                # A block has all lines of the piece, so that their columns are compared.
                read_options=pj.ReadOptions(block_size=max(sum(map(len, piece)), 1)),
                parse_options=pj.ParseOptions(explicit_schema=schema),
            )


def convert(folder: Path, output: Path) -> int:
    """Converts all parts, and returns their number. A part that is converted already is replaced."""
    parts = sorted(folder.glob("part-*.jsonl"))
    if not parts:
        raise FileNotFoundError(f"there is no part-*.jsonl in {folder}")
    schema = schema_of(parts)
    output.mkdir(parents=True, exist_ok=True)
    for part in parts:
        target = output / f"{part.stem}.parquet"
        unfinished = output / f".{target.name}.partial"
        with pq.ParquetWriter(unfinished, schema) as writer:
            if part.stat().st_size:
                for table in _batches(part, schema):
                    writer.write_table(table.select(schema.names))
        os.replace(unfinished, target)
    return len(parts)


def main() -> None:
    parser = argparse.ArgumentParser(prog="vision_worker.parquet", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="the folder of vision batch")
    parser.add_argument("output", type=Path, nargs="?", help="the folder of the Parquet files")
    arguments = parser.parse_args()
    output = arguments.output or arguments.folder / "parquet"
    try:
        count = convert(arguments.folder, output)
    except (OSError, pa.ArrowInvalid) as error:
        sys.exit(f"vision_worker.parquet: {error}")
    print(f"{count} parts in {output}")


if __name__ == "__main__":
    main()
