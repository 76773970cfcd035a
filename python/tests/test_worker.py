import gc
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
import unittest.mock
import weakref
from pathlib import Path

from vision_worker import Code, Limits, VisionWorker, VisionWorkerError
from vision_worker import _worker as _worker_module

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

    def test_a_process_killed_while_it_starts_is_started_once_more(self):
        once, always = self.folder / "once", self.folder / "always"
        self.assertTrue(self.worker("fragile", {"dead": once, "times": 1}).run(b"1").ok)
        with self.assertRaisesRegex(VisionWorkerError, "cannot start.*SIGKILL"):
            self.worker("fragile", {"dead": always, "times": 9}).run(b"1")
        self.assertEqual([once.read_text(), always.read_text()], ["x", "xx"])

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

    def test_a_short_answer_that_is_longer_than_allowed_ends_the_process_too(self):
        allowed = len(self.worker().run(b"1").json) + 100
        results = list(self.worker(limits=Limits(answer_bytes=allowed)).map([b"1", b"x" * 300, b"2"]))
        self.assertFailed(results[1], Code.RESOURCE_EXHAUSTED, f"more than {allowed} bytes")
        self.assertTrue(results[0].ok and results[2].ok)

    def test_an_exception_of_the_images_comes_after_the_results_of_the_images_before(self):
        def images():
            yield from (b"1", b"2", b"3")
            raise OSError("The disk is gone.")

        seen = []
        with self.assertRaisesRegex(OSError, "The disk is gone"):
            for result in self.worker().map(images()):
                seen.append(result.value["data"])
        self.assertEqual(seen, ["1", "2", "3"])

    def test_an_exception_of_the_images_keeps_no_worker(self):
        def images():
            yield b"1"
            raise OSError("The disk is gone.")

        gc.disable()
        self.addCleanup(gc.enable)
        worker = VisionWorker("hand", program=self.program)
        try:
            list(worker.map(images()))
        except OSError:
            pass
        kept = weakref.ref(worker)
        del worker
        self.assertIsNone(kept())

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

    def test_a_worker_that_cannot_start_does_not_keep_the_images(self):
        worker, images = VisionWorker("hand", program="/none/vision"), []
        for _ in range(10):
            image = _Image(b"x")
            images.append(weakref.ref(image))
            with self.assertRaises(VisionWorkerError):
                worker.run(image)
        self.assertEqual([kept() for kept in images[:-1]], [None] * 9)


class LimitValues(unittest.TestCase):
    def test_a_limit_that_allows_nothing_is_refused_with_its_name_and_value(self):
        for name, value in [("memory", -5), ("memory", 0), ("memory", "a"), ("memory", 1.5), ("open_files", True),
                            ("max_bytes", -1), ("max_pixels", 0), ("answer_bytes", -1), ("answer_bytes", 0)]:
            with self.assertRaises(ValueError) as caught:
                Limits(**{name: value})
            self.assertEqual(str(caught.exception), f"{name} is {value!r}; allowed is any integer from 1.")
        for name, value in [("answer_seconds", 0), ("start_seconds", -1), ("start_seconds", float("nan")),
                            ("answer_seconds", "1")]:
            with self.assertRaises(ValueError) as caught:
                Limits(**{name: value})
            self.assertEqual(str(caught.exception), f"{name} is {value!r}; allowed is any number above 0.")
        Limits(start_seconds=float("inf"), answer_bytes=1)


class Life(WithFakeVision):
    def test_options_become_flags(self):
        options = {"num_hands": 2, "canned_allow": ["Thumb_Up", "Victory"], "model": Path("/m.task"), "all-kinds": True,
                   "off": False, "none": None, "mode": "image", "canned_deny": {"None"}}
        arguments = self.worker(options=options, limits=Limits(memory=7)).run(b"x").value["arguments"]
        self.assertEqual(arguments[:6], ["--num-hands=2", "--canned-allow=Thumb_Up,Victory", "--model=/m.task",
                                         "--all-kinds", "--mode=image", "--canned-deny=None"])
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

    def test_close_in_a_signal_handler_ends_the_call_that_it_interrupts(self):
        before = signal.getsignal(signal.SIGALRM)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        for task in ("hand", "endless"):
            worker = self.worker(task)
            signal.signal(signal.SIGALRM, lambda *_: worker.close())
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            with self.assertRaisesRegex(VisionWorkerError, "closed"):
                worker.start()
                worker.run(b"hang")

    def test_close_ends_a_process_that_is_just_starting(self):
        worker, closing, start = self.worker("endless"), [], _worker_module.Channel

        def begin(*arguments):
            closing.append(threading.Thread(target=worker.close))
            closing[0].start()
            while not worker._closed:
                time.sleep(0.01)
            time.sleep(0.2)
            return start(*arguments)

        with unittest.mock.patch.object(_worker_module, "Channel", begin):
            begun = time.monotonic()
            with self.assertRaisesRegex(VisionWorkerError, "closed"):
                worker.start()
        closing[0].join()
        self.assertLess(time.monotonic() - begun, 10)
        self.assertIsNone(worker.pid)

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


class _Image(bytearray):
    """Bytes with weak references."""


def environment():
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _start(worker):
    global _worker
    _worker = worker


def _data(image):
    return _worker.run(image).value["data"]


if __name__ == "__main__":
    unittest.main()
