import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HAS_PYARROW = importlib.util.find_spec("pyarrow") is not None


@unittest.skipUnless(HAS_PYARROW, "needs pyarrow")
class Parquet(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, number, rows):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (self.folder / f"part-{number:05}.jsonl").write_text(lines)

    def read(self):
        import pyarrow.dataset

        table = pyarrow.dataset.dataset(self.folder / "parquet", format="parquet").to_table()
        return table.to_pylist()

    def test_every_part_has_the_columns_of_all(self):
        first = [{"number": 0, "landmarks": [], "timestampMs": None}, {"number": 1, "landmarks": [], "timestampMs": None}]
        second = [{"number": 2, "landmarks": [[[0.5, 1, -2e-7]]], "timestampMs": 40, "detections": [{"box": {"x": 1}}]}]
        self.write(0, first)
        self.write(1, second)
        self.write(2, [])
        from vision_worker import parquet

        self.assertEqual(parquet.convert(self.folder, self.folder / "parquet"), 3)
        self.assertEqual(self.read(), [{**row, "detections": None} for row in first] + second)
        names = sorted(path.name for path in (self.folder / "parquet").iterdir())
        self.assertEqual(names, ["part-00000.parquet", "part-00001.parquet", "part-00002.parquet"])
        # Once more replaces them.
        parquet.convert(self.folder, self.folder / "parquet")
        self.assertEqual(len(self.read()), 3)

    def test_lines_are_read_in_pieces(self):
        from vision_worker import parquet

        rows = [{"number": number, "values": [] if number < 50 else [number / 4]} for number in range(100)]
        self.write(0, rows)
        size, parquet.BLOCK_SIZE = parquet.BLOCK_SIZE, 256
        try:
            parquet.convert(self.folder, self.folder / "parquet")
        finally:
            parquet.BLOCK_SIZE = size
        self.assertEqual(self.read(), rows)

    def test_the_command_and_its_errors(self):
        def run(*arguments):
            command = [sys.executable, "-m", "vision_worker.parquet", *map(str, arguments)]
            return subprocess.run(command, capture_output=True, text=True)

        empty = run(self.folder)
        self.assertEqual(empty.returncode, 1)
        self.assertIn("there is no part-*.jsonl", empty.stderr)
        self.write(0, [{"number": 0}])
        self.assertIn("1 parts", run(self.folder, self.folder / "parquet").stdout)
        self.assertEqual(self.read(), [{"number": 0}])
        (self.folder / "part-00000.jsonl").write_text("no json\n")
        damaged = run(self.folder)
        self.assertEqual(damaged.returncode, 1)
        self.assertNotIn("Traceback", damaged.stderr)
