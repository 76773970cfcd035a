import array
import json
import multiprocessing
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from vision_worker import Code, Limits, VisionWorker, VisionWorkerError, path_text
from vision_worker._result import result_of_line

FAKE = Path(__file__).with_name("fake_vision.py")


class WithFakeVision(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.program = self.folder / "vision"
        self.program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{FAKE}" "$@"\n')
        self.program.chmod(0o755)

    def worker(self, task="hand", options=None, **more):
        worker = VisionWorker(task, options, program=self.program, **more)
        self.addCleanup(worker.close)
        return worker

    def assertFailed(self, result, code, words=""):
        self.assertFalse(result.ok)
        self.assertEqual(result.error.code, code)
        self.assertIn(words, result.error.message)
        self.assertEqual(result.value, {"error": {"code": code, "message": result.error.message}})


class Images(WithFakeVision):
    def test_results_are_in_order_and_do_not_depend_on_the_process(self):
        worker = self.worker()
        results = list(worker.map(b"image %d" % number for number in range(50)))
        self.assertEqual([result.value["data"] for result in results], [f"image {number}" for number in range(50)])
        again = self.worker().run(b"image 49")
        self.assertEqual(again.json.replace(str(again.value["process"]), ""),
                         results[49].json.replace(str(results[49].value["process"]), ""))
        self.assertEqual(again.value["frame"], 0)
        self.assertNotIn('"id":', again.json.replace('\\"id\\":', ""))
        self.assertIn(r'\"id\":5 in,\"frame\":7', again.json)

    def test_a_result_has_no_id_wherever_it_is_in_the_line(self):
        for line in ('{"id":12,"a":1,"frame":7}', '{"a":1,"id":12,"frame":7}', '{"a":1,"frame":7,"id":12}'):
            result = result_of_line(line.encode(), json.loads(line))
            self.assertEqual((result.json, result.value), ('{"a":1,"frame":0}', {"a": 1, "frame": 0}))

    @unittest.skipUnless(Path("/proc/version").exists(), "Only where files of /proc have no size.")
    def test_a_file_without_a_size_is_read_whole(self):
        path = Path("/proc/version")
        self.assertEqual(path.stat().st_size, 0)
        self.assertEqual(self.worker().run(path).value["data"], path.read_text())

    def test_paths_bytes_and_pixels(self):
        path = self.folder / "image ü.jpg"
        path.write_bytes(b"file")
        view = memoryview(bytes(range(24)))
        items = [path, str(path), os.fsencode(path).decode("utf-8", "surrogateescape"), bytearray(b"file"),
                 view.cast("B", (2, 4, 3)), view.cast("B", (2, 3, 4)), view.cast("B", (4, 6)), view.cast("B", (4, 6, 1))]
        results = list(self.worker().map(items))
        self.assertEqual([result.value["data"] for result in results[:4]], ["file"] * 4)
        self.assertEqual([result.value["header"] for result in results[4:]], [
            {"bytes": 24, "format": "rgb", "height": 2, "width": 4},
            {"bytes": 24, "format": "rgba", "height": 2, "width": 3},
            {"bytes": 24, "format": "gray", "height": 4, "width": 6},
            {"bytes": 24, "format": "gray", "height": 4, "width": 6},
        ])

    def test_a_single_image_is_no_sequence_of_images(self):
        pixels = memoryview(bytes(24))
        for image in ["x.png", self.folder, b"file", bytearray(b"file"), memoryview(b"file"), pixels.cast("B", (2, 4, 3)),
                      pixels.cast("B", (2, 3, 4)), pixels.cast("B", (4, 6)), pixels.cast("B", (4, 6, 1))]:
            with self.assertRaisesRegex(TypeError, r"run\(image\)"):
                self.worker().map(image)
        try:
            import numpy
        except ImportError:
            return
        batch = numpy.zeros((2, 4, 6, 3), numpy.uint8)
        self.assertEqual([result.ok for result in self.worker().map(batch)], [True, True])
        names = numpy.array(["x.png", "y.png"], dtype=object)
        self.assertEqual([result.error.code for result in self.worker().map(names)], [Code.NOT_FOUND] * 2)

    def test_the_text_of_a_path_shows_bytes_that_are_not_utf_8(self):
        for raw, text in [(b"caf\xc3\xa9.jpg", "café.jpg"), (b"caf\xe9.jpg", r"caf\xE9.jpg")]:
            self.assertEqual([path_text(raw), path_text(os.fsdecode(raw)), path_text(Path(os.fsdecode(raw)))], [text] * 3)
        self.assertFailed(self.worker().run(os.fsdecode(b"/none/\xff.jpg")), Code.NOT_FOUND, r"/none/\xFF.jpg")
        # No file name has such a character.
        self.assertEqual(path_text("/a\ud800.jpg"), r"/a\xED\xA0\x80.jpg")
        self.assertFailed(self.worker().run("/a\ud800.jpg"), Code.INVALID_ARGUMENT, r"/a\xED\xA0\x80.jpg cannot be")
        self.assertFailed(self.worker().run("/a\0.jpg"), Code.INVALID_ARGUMENT, "NUL")

    def test_rows_with_padding_are_sent_without(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not here")
        pixels = numpy.arange(2 * 6 * 3, dtype=numpy.uint8).reshape(2, 6, 3)[:, ::2]
        result = self.worker().run(pixels)
        self.assertEqual(result.value["data"].encode("latin-1"), pixels.tobytes())
        self.assertEqual(self.worker().run(numpy.frombuffer(b"file", numpy.uint8)).value["data"], "file")
        self.assertFailed(self.worker().run(pixels.astype(numpy.float32)), 3, "uint8")

    def test_items_that_are_no_images_have_errors_and_the_map_continues(self):
        secret = self.folder / "secret"
        secret.write_bytes(b"x")
        secret.chmod(0)
        os.mkfifo(self.folder / "pipe")
        (self.folder / "large").write_bytes(b"x" * 101)
        items = [None, 5, 1.5, array.array("f", [1]), memoryview(b"123456").cast("B", (1, 2, 3))[0:0], self.folder,
                 self.folder / "none", "nul\0", self.folder / "pipe", self.folder / "large", b"bad", b"good"]
        results = list(self.worker(limits=Limits(max_bytes=100)).map(items))
        self.assertEqual([result.error.code if result.error else None for result in results],
                         [3, 3, 3, 3, 3, 3, Code.NOT_FOUND, 3, 3, Code.OUT_OF_RANGE, 3, None])
        if os.getuid() != 0:
            self.assertFailed(self.worker().run(secret), Code.PERMISSION_DENIED)

    def test_buffers_that_cannot_be_read_have_errors_and_the_map_continues(self):
        released = memoryview(b"file")
        released.release()
        results = list(self.worker().map([b"1", released, b"2"]))
        self.assertFailed(results[1], Code.INVALID_ARGUMENT, "released memoryview")
        self.assertEqual([result.ok for result in results], [True, False, True])
        try:
            import numpy
        except ImportError:
            return
        dates = numpy.array(["2020-01-01", "2020-01-02"], "datetime64[D]")
        results = list(self.worker().map([b"1", dates, b"2"]))
        self.assertFailed(results[1], Code.INVALID_ARGUMENT, "ndarray")
        self.assertEqual([result.ok for result in results], [True, False, True])
        # Not an image, so a sequence of items.
        self.assertEqual(len(list(self.worker().map(dates))), 2)

    def test_the_size_of_bytes_and_pixels_is_checked_before_they_are_copied(self):
        worker = self.worker(limits=Limits(max_bytes=100))
        rows = memoryview(bytes(240)).cast("B", (10, 8, 3))
        for item in (bytes(101), rows):
            self.assertFailed(worker.run(item), Code.OUT_OF_RANGE, "allowed are 100")
        try:
            import numpy
        except ImportError:
            return
        # More than any machine's memory.
        value = numpy.broadcast_to(numpy.uint8(7), (1 << 25, 1 << 25, 3))
        self.assertFailed(worker.run(value), Code.OUT_OF_RANGE, f"{3 << 50} bytes")

    def test_large_images_and_long_answers_do_not_block_each_other(self):
        items = [b"long:" + b"x" * 3_000_000] * 12
        self.assertTrue(all(result.ok for result in self.worker(in_flight=8).map(items)))

    def test_the_number_of_images_in_flight_is_bounded(self):
        for limit, byte_limit, expected in [(1, 100, 1), (3, 100, 3), (8, 10, 2)]:
            taken = []
            worker = self.worker(in_flight=limit, in_flight_bytes=byte_limit)
            for number, _ in enumerate(worker.map(taken.append(n) or b"image " for n in range(20))):
                self.assertLessEqual(len(taken) - number, expected)
            self.assertEqual(len(taken), 20)

    def test_an_image_is_what_it_was_when_it_was_taken(self):
        mark = os.fsencode(self.folder / "mark")
        words = [b"1 ", b"die once:" + mark, b"3 ", b"4 ", b"5 ", b"6 "]

        def images():
            # More than a pipe takes at once, and one that is sent again.
            buffer = bytearray(3_000_000)
            for word in words:
                buffer[:200] = word.ljust(200)
                yield memoryview(buffer).cast("B", (1000, 1000, 3))

        results = list(self.worker(in_flight=3).map(images()))
        self.assertEqual([result.value["data"].rstrip().encode() for result in results], [word.rstrip() for word in words])

        # The caller has control again with each result, too.
        buffers = [bytearray(word + bytes(3_000_000)) for word in (b"a ", b"b ", b"c ")]
        seen = []
        for result in self.worker().map(list(buffers)):
            seen.append(result.value["data"][0])
            for buffer in buffers:
                buffer[:1] = b"x"
        self.assertEqual(seen, ["a", "b", "c"])

    def test_an_error_of_the_iterable_is_raised_and_the_worker_stays_usable(self):
        def images():
            yield b"a"
            raise KeyError("mine")

        worker = self.worker()
        with self.assertRaises(KeyError):
            list(worker.map(images()))
        self.assertEqual(worker.run(b"b").value["data"], "b")

    def test_maps_may_be_left_and_interleaved(self):
        worker = self.worker()
        for result in worker.map([b"1", b"2", b"3", b"4", b"5", b"6"]):
            self.assertEqual(result.value["data"], "1")
            break
        pairs = zip(worker.map([b"a", b"b", b"c"]), worker.map([b"x", b"y", b"z"]))
        self.assertEqual([(a.value["data"], x.value["data"]) for a, x in pairs], [("a", "x"), ("b", "y"), ("c", "z")])


class Ends(WithFakeVision):
    def test_an_image_that_ends_its_process_is_reported_and_the_others_have_results(self):
        for word in (b"die", b"exit", b"garbage"):
            results = list(self.worker().map([b"1", b"2", word, b"3", b"4"]))
            self.assertEqual([result.ok for result in results], [True, True, False, True, True])
            self.assertEqual([r.value.get("data") for r in results], ["1", "2", None, "3", "4"])
            code = Code.INTERNAL if word == b"garbage" else Code.ABORTED
            self.assertFailed(results[2], code, {b"die": "SIGKILL", b"exit": "out of memory", b"garbage": ""}[word])

    def test_a_process_that_dies_once_costs_no_result(self):
        mark = self.folder / "mark"
        results = list(self.worker().map([b"1", b"die once:" + os.fsencode(mark), b"3"]))
        self.assertEqual([result.ok for result in results], [True] * 3)
        self.assertNotEqual(results[0].value["process"], results[1].value["process"])

    def test_a_process_killed_from_outside_costs_no_result(self):
        worker = self.worker()
        seen = []
        for result in worker.map(b"slow:%d" % number for number in range(30)):
            seen.append(result.value["data"])
            if len(seen) in (10, 20):
                os.kill(worker.pid, signal.SIGKILL)
        self.assertEqual(seen, [f"slow:{number}" for number in range(30)])

    def test_a_late_answer_ends_the_process_once(self):
        worker = self.worker(limits=Limits(answer_seconds=0.5))
        results = list(worker.map([b"1", b"hang", b"2"]))
        self.assertFailed(results[1], Code.DEADLINE_EXCEEDED, "0.5 seconds")
        self.assertTrue(results[0].ok and results[2].ok)

    def test_an_answer_without_end_ends_the_process_once(self):
        for number, limits in enumerate([Limits(answer_bytes=1_000_000), Limits(memory=1)]):
            tries = self.folder / f"tries {number}"
            results = list(self.worker(limits=limits).map([b"flood:" + os.fsencode(tries), b"2"]))
            self.assertFailed(results[0], Code.RESOURCE_EXHAUSTED, "1000000 bytes")
            self.assertIn("Limits(answer_bytes=", results[0].error.message)
            self.assertIn("mask_size", results[0].error.message)
            self.assertTrue(results[1].ok)
            self.assertEqual(tries.read_bytes(), b".")

    def test_the_masks_of_an_ordinary_photo_are_no_answer_without_end(self):
        self.assertEqual([result.ok for result in self.worker().map([b"1", b"mask", b"2"])], [True] * 3)

    def test_workers_that_cannot_start(self):
        with self.assertRaisesRegex(VisionWorkerError, "There is no model"):
            self.worker("missing").run(b"x")
        with self.assertRaisesRegex(VisionWorkerError, "wrong usage"):
            self.worker("usage").start()
        with self.assertRaisesRegex(VisionWorkerError, "0.5 seconds"):
            self.worker("endless", limits=Limits(start_seconds=0.5)).start()
        with self.assertRaisesRegex(VisionWorkerError, "Install vision"):
            VisionWorker("hand", program="/none/vision").start()


class Life(WithFakeVision):
    def test_options_become_flags(self):
        options = {"num_hands": 2, "canned_allow": ["Thumb_Up", "Victory"], "model": Path("/m.task"), "all-kinds": True,
                   "off": False, "none": None, "mode": "image"}
        arguments = self.worker(options=options, limits=Limits(memory=7)).run(b"x").value["arguments"]
        self.assertEqual(arguments[:5], ["--num-hands=2", "--canned-allow=Thumb_Up,Victory", "--model=/m.task",
                                         "--all-kinds", "--mode=image"])
        self.assertIn("--memory=7", arguments)
        for task, options in [("hand", {"--x": 1}), ("-h", {}), ("hand", {"mode": "video"}), ("hand", {"": 1})]:
            with self.assertRaises(ValueError):
                VisionWorker(task, options)

    def test_a_worker_gets_no_variables_that_may_be_secrets(self):
        os.environ.update(AWS_SECRET_ACCESS_KEY="secret", VISION_SERVE_TOKEN="secret", VISION_KERNELS="off")
        for name in ("AWS_SECRET_ACCESS_KEY", "VISION_SERVE_TOKEN", "VISION_KERNELS"):
            self.addCleanup(os.environ.pop, name)
        variables = self.worker().run(b"x").value["variables"]
        self.assertIn("VISION_KERNELS", variables)
        self.assertNotIn("AWS_SECRET_ACCESS_KEY", variables)
        self.assertNotIn("VISION_SERVE_TOKEN", variables)

    def test_nothing_starts_before_the_first_image_and_close_ends_it(self):
        with self.worker() as worker:
            self.assertIsNone(worker.pid)
            process = worker.run(b"x").value["process"]
            self.assertEqual(process, worker.pid)
        self.assertEnds(process)
        with self.assertRaisesRegex(VisionWorkerError, "closed"):
            worker.run(b"x")
        worker.close()

    def test_a_released_worker_ends_its_process(self):
        worker = VisionWorker("hand", program=self.program)
        process = worker.run(b"x").value["process"]
        del worker
        self.assertEnds(process)

    def test_the_process_ends_with_a_killed_parent(self):
        code = (f"from vision_worker import VisionWorker as W; import os\n"
                f"w = W('hand', program={str(self.program)!r})\n"
                "print(w.run(b'x').value['process'], flush=True)\nos.kill(os.getpid(), 9)")
        printed = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment()).stdout
        self.assertEnds(int(printed))

    def test_a_pickled_worker_starts_its_own_process(self):
        worker = self.worker(options={"num_hands": 2}, limits=Limits(memory=7))
        first = worker.run(b"x").value
        copy = pickle.loads(pickle.dumps(worker))
        self.addCleanup(copy.close)
        self.assertIsNone(copy.pid)
        second = copy.run(b"x").value
        self.assertNotEqual(first["process"], second["process"])
        self.assertEqual(first["arguments"], second["arguments"])

    def test_a_forked_child_starts_its_own_process_and_the_parents_map_continues(self):
        worker = self.worker()
        results = worker.map(b"%d" % number for number in range(10))
        seen = [next(results), next(results)]
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                rest = [result.value["data"] for result in results]
                os.write(write, repr(rest).encode())
                own = worker.run(b"x").value["process"]
                status = 0 if own != seen[0].value["process"] else 2
                worker.close()
            finally:
                os._exit(status)
        os.close(write)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertEqual(os.read(read, 1000).decode(), repr([str(number) for number in range(2, 10)]))
        os.close(read)
        seen += results
        self.assertEqual([result.value["data"] for result in seen], [str(number) for number in range(10)])
        self.assertEqual(len({result.value["process"] for result in seen}), 1)

    def test_multiprocessing_by_both_methods(self):
        for method in ("fork", "spawn"):
            with multiprocessing.get_context(method).Pool(2, _start, (self.worker(),)) as pool:
                self.assertEqual(pool.map(_data, [b"%d" % n for n in range(20)], 5), [str(n) for n in range(20)])

    def test_a_shared_worker_is_one_for_the_same_arguments(self):
        worker = VisionWorker.shared("hand", {"num_hands": 2}, program=self.program)
        self.addCleanup(worker.close)
        self.assertIs(worker, VisionWorker.shared("hand", {"num_hands": 2}, program=self.program))
        self.assertIsNot(worker, VisionWorker.shared("hand", {"num_hands": 1}, program=self.program))
        worker.close()
        self.assertIsNot(worker, VisionWorker.shared("hand", {"num_hands": 2}, program=self.program))

    def test_threads_share_a_worker(self):
        worker, answers = self.worker(), {}

        def work(name):
            answers[name] = [result.value["data"] for result in worker.map(f"{name} {n}".encode() for n in range(50))]

        threads = [threading.Thread(target=work, args=(name,)) for name in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, {name: [f"{name} {n}" for n in range(50)] for name in range(5)})

    def test_close_ends_a_waiting_map(self):
        worker, raised = self.worker(), []

        def wait():
            try:
                worker.run(b"hang")
            except VisionWorkerError as error:
                raised.append(error)

        worker.start()
        thread = threading.Thread(target=wait)
        thread.start()
        time.sleep(0.3)
        worker.close()
        thread.join(5)
        self.assertEqual(len(raised), 1)

    def assertEnds(self, process):
        for _ in range(100):
            try:
                os.kill(process, 0)
            except ProcessLookupError:
                return
            # A process that nobody has waited for yet counts as ended.
            state = Path(f"/proc/{process}/stat")
            if state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z":
                return
            time.sleep(0.05)
        self.fail(f"process {process} is running")


class WithVision(unittest.TestCase):
    """With the real program, which `VISION` names or PATH has, and the images and models that it finds."""

    program = os.environ.get("VISION") or shutil.which("vision")
    image = os.environ.get("VISION_IMAGE")

    @unittest.skipUnless(program and image, "VISION_IMAGE names no image, or there is no vision")
    def test_lines_equal_those_of_the_command(self):
        for task, options in [("gesture", ["--num-hands=2"]), ("detect", ["--score-threshold=0.2"])]:
            command = [self.program, task, self.image, *options, "--quiet", "--json", "-"]
            expected = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()
            flags = dict(option[2:].split("=") for option in options)
            with VisionWorker(task, flags, program=self.program) as worker:
                file = Path(self.image).read_bytes()
                self.assertEqual([result.json + "\n" for result in worker.map([self.image, file])], [expected] * 2)
                self.assertEqual(worker.run(b"no image").error.code, 3)


def environment():
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _start(worker):
    global _worker
    _worker = worker


def _data(image):
    return _worker.run(image).value["data"]


if __name__ == "__main__":
    unittest.main()
