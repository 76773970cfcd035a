import importlib.util
import json
import re
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

    def write(self, number, rows, task="detect"):
        (self.folder / "batch.json").write_text(json.dumps({"task": task}))
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (self.folder / f"part-{number:05}.jsonl").write_text(lines)

    def read(self, *folders):
        import pyarrow.dataset

        files = [path for folder in folders or [self.folder / "parquet"] for path in sorted(folder.iterdir())]
        return pyarrow.dataset.dataset(files, format="parquet").to_table().to_pylist()

    def row(self, number, **columns):
        return {"number": number, "file": "x.png", "frame": 0, "task": "detect", "timestampMs": None, "detections": [], **columns}

    def test_every_part_and_every_run_has_the_same_columns(self):
        from vision_worker import parquet

        box = {"x": 1, "y": 2, "width": 3, "height": 4}
        category = {"categoryName": "cat", "index": 16, "score": 0.5}
        found = {"boundingBox": box, "categories": [category], "keypoints": [[0.5, 1]]}
        self.write(0, [self.row(0), self.row(1)])
        self.write(1, [self.row(2, detections=[found])])
        self.write(2, [])
        self.assertEqual(parquet.convert(self.folder, self.folder / "parquet"), 3)
        rows = self.read()
        self.assertEqual([row["number"] for row in rows], [0, 1, 2])
        self.assertEqual(list(rows[0]), parquet.schema_of("detect").names)
        detection = rows[2]["detections"][0]
        self.assertEqual((detection["boundingBox"], detection["keypoints"], detection["trackingId"]), (box, [[0.5, 1]], None))
        self.assertEqual(detection["categories"], [{**category, "displayName": None}])
        names = sorted(path.name for path in (self.folder / "parquet").iterdir())
        self.assertEqual(names, ["errors.parquet", "part-00000.parquet", "part-00001.parquet", "part-00002.parquet"])
        # Another run in which nothing was found can be read with it.
        self.write(1, [self.row(2)])
        parquet.convert(self.folder, self.folder / "again")
        self.assertEqual(len(self.read(self.folder / "parquet", self.folder / "again")), 6)

    def test_every_task_of_vision_batch_has_columns(self):
        from vision_worker import parquet

        reference = (Path(__file__).parents[2] / "docs" / "command.md").read_text(encoding="utf-8")
        tasks = set(re.findall(r"\]\(#vision-batch-([a-z-]+)\)", reference)) - {"merge"}
        self.assertGreaterEqual(len(tasks), 12)
        for task in tasks:
            self.assertIn("number", parquet.schema_of(task).names)

    def test_a_batch_with_labels_has_the_size_of_each_image(self):
        from vision_worker import parquet

        self.write(0, [self.row(0, width=640, height=480)])
        parquet.convert(self.folder, self.folder / "parquet")
        self.assertEqual([(row["width"], row["height"]) for row in self.read()], [(640, 480)])

    def test_inputs_that_failed_are_rows(self):
        from vision_worker import parquet

        self.write(0, [self.row(0)])
        failure = {"code": 3, "number": 1, "path": "broken ü.png", "reason": "no image"}
        (self.folder / "errors.jsonl").write_text(json.dumps(failure) + "\n")
        parquet.convert(self.folder, self.folder / "parquet")
        rows = {row["number"]: (row["file"], row["error"]) for row in self.read()}
        self.assertEqual(rows, {0: ("x.png", None), 1: ("broken ü.png", "no image")})

    def test_inputs_without_a_row_are_counted(self):
        from vision_worker import parquet

        self.write(0, [self.row(0), self.row(0, frame=1), self.row(2)])
        parquet.convert(self.folder, self.folder / "parquet")
        for batch, missing in [({"inputCount": 5}, 3), ({"inputCount": 2}, 0), ({"inputCount": 9, "shard": {"count": 2}}, 0)]:
            (self.folder / "batch.json").write_text(json.dumps({"task": "detect", **batch}))
            self.assertEqual(parquet.missing_inputs(self.folder, self.folder / "parquet"), missing)

    def test_an_output_that_is_not_empty_is_kept_and_is_an_error(self):
        from vision_worker import parquet

        self.write(0, [self.row(0)])
        output = self.folder / "parquet"
        output.mkdir()
        parquet.convert(self.folder, output)
        before = {path.name: path.read_bytes() for path in output.iterdir()}
        # Such a part would stay beside the new ones.
        (self.folder / "part-00000.jsonl").rename(self.folder / "part-00001.jsonl")
        with self.assertRaisesRegex(FileExistsError, "not empty"):
            parquet.convert(self.folder, output)
        self.assertEqual({path.name: path.read_bytes() for path in output.iterdir()}, before)

    def test_a_part_that_cannot_be_converted_leaves_no_output(self):
        from vision_worker import parquet

        self.write(0, [self.row(0)])
        for line in ["no json", json.dumps(self.row(1, more=1)), json.dumps(self.row(1, detections=[{"more": 1}]))]:
            (self.folder / "part-00001.jsonl").write_text(line + "\n")
            with self.assertRaises(ValueError):
                parquet.convert(self.folder, self.folder / "parquet")
            self.assertEqual([path.name for path in self.folder.iterdir() if "parquet" in path.name], [])

    def test_lines_are_read_in_pieces(self):
        from vision_worker import parquet

        rows = [
            {"number": number, "landmarks": [] if number < 50 else [[[number / 4]]], "worldLandmarks": []}
            for number in range(100)
        ]
        self.write(0, rows, task="pose")
        size, parquet.BLOCK_SIZE = parquet.BLOCK_SIZE, 256
        try:
            parquet.convert(self.folder, self.folder / "parquet")
        finally:
            parquet.BLOCK_SIZE = size
        self.assertEqual([row["landmarks"] for row in self.read()], [row["landmarks"] for row in rows])

    def test_the_command_and_its_errors(self):
        def run(*arguments):
            command = [sys.executable, "-m", "vision_worker.parquet", *map(str, arguments)]
            return subprocess.run(command, capture_output=True, text=True)

        empty = run(self.folder)
        self.assertEqual(empty.returncode, 1)
        self.assertIn("there is no part-*.jsonl", empty.stderr)
        self.write(0, [self.row(0)])
        self.assertEqual(run(self.folder, self.folder / "parquet").stdout, f"1 part in {self.folder / 'parquet'}\n")
        self.assertEqual([row["number"] for row in self.read()], [0])
        for arguments in ([self.folder], [self.folder, self.folder / "parquet"]):
            again = run(*arguments)
            self.assertEqual((again.returncode, "not empty" in again.stderr), (1, True))
        self.write(1, [])
        (self.folder / "batch.json").write_text('{"task": "detect", "inputCount": 2}')
        unfinished = run(self.folder, self.folder / "more")
        self.assertEqual(unfinished.stdout, f"2 parts in {self.folder / 'more'}\n")
        self.assertIn("1 input has no result yet", unfinished.stderr)
        (self.folder / "part-00000.jsonl").write_text("no json\n")
        damaged = run(self.folder, self.folder / "other")
        self.assertEqual(damaged.returncode, 1)
        self.assertNotIn("Traceback", damaged.stderr)
        (self.folder / "batch.json").write_text('{"task": "faces"}')
        unknown = run(self.folder, self.folder / "other")
        self.assertEqual((unknown.returncode, "'faces' is unknown" in unknown.stderr), (1, True))
