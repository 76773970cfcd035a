import array
import json
import os
import unittest
from pathlib import Path

from test_worker import WithFakeVision
from vision_worker import Code, Limits, path_text
from vision_worker._result import result_of_line


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


if __name__ == "__main__":
    unittest.main()
