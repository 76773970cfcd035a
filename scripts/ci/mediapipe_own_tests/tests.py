"""Runs MediaPipe's vision tests with one library: tests.py theirs|ours DATA OUTCOMES [PART_OF_A_NAME...]

DATA is the folder that data.py made. OUTCOMES gets a line of JSON for each test. A test has a process of its own: a copy of this one,
which has imported the tests and has not opened a library.
"""
import ast
import importlib.util
import json
import multiprocessing
import os
import sys
import traceback
import unittest
from pathlib import Path

import stubs

PACKAGE = "mediapipe.tasks.python.test.vision"
TIMEOUT = 120


def load(data):
    """The tests by their names, those of a module that cannot be imported as one failed test."""
    numbers = json.loads((data / "numbers.json").read_text())
    folder = Path(importlib.util.find_spec(PACKAGE).submodule_search_locations[0])
    for path in sorted(folder.glob("*_test.py")):
        name = f"{PACKAGE}.{path.stem}"
        module = importlib.util.module_from_spec(importlib.util.spec_from_file_location(name, path))
        sys.modules[name] = module
        try:
            exec(compile(with_our_numbers(path, numbers), str(path), "exec"), module.__dict__)
        except Exception:
            yield path.stem, None, traceback.format_exc()
            continue
        for suite in unittest.defaultTestLoader.loadTestsFromModule(module):
            for test in suite:
                yield f"{path.stem}.{test._testMethodName}", test, None


def with_our_numbers(path, numbers):
    """The code of a test with the results for our images in place of those for the images that it was written with."""
    return ast.fix_missing_locations(_Numbers(path.stem, numbers).visit(ast.parse(path.read_text())))


class _Numbers(ast.NodeTransformer):
    def __init__(self, test, numbers):
        self.categories, self.values = (numbers.get(test, {}).get(kind, {}) for kind in ("categories", "values"))

    def visit_Call(self, call):
        fields = {each.arg: each for each in call.keywords}
        if getattr(call.func, "id", None) == "_Category":
            found = self.categories.get(str(fields["score"].value.value))
            for name, value in zip(("index", "score", "category_name"), found or []):
                fields[name].value = ast.Constant(value)
        return self.generic_visit(call)

    def visit_Constant(self, constant):
        return ast.Constant(self.values.get(str(constant.value), constant.value))


def run(test, library, sender):
    if library == "ours":
        import vision_mediapipe

        vision_mediapipe.enable()
    result = unittest.TestResult()
    test.run(result)
    texts = [text for _, text in result.errors + result.failures]
    texts += [f"skipped: {reason}" for _, reason in result.skipped]
    sender.send("\n".join(texts))


def outcome(test, library):
    """What went wrong, or nothing."""
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)
    process = fork.Process(target=run, args=(test, library, sender))
    process.start()
    sender.close()
    text = f"no end after {TIMEOUT} seconds"
    if receiver.poll(TIMEOUT):
        text = received(receiver)
        process.join(TIMEOUT)
    if process.is_alive():
        process.kill()
        text = text or "the test ended, its process did not"
    process.join()
    return text or (f"the process ended with {process.exitcode}" if process.exitcode else "")


def received(receiver):
    try:
        return receiver.recv()
    except EOFError:
        return ""


def main(library, data, outcomes, *parts):
    data = Path(data)
    os.environ["TEST_SRCDIR"] = str(data)
    stubs.install()
    # The tests find their folder by a flag, which takes its value from the variable.
    from absl import flags
    from absl.testing import absltest  # noqa: F401

    flags.FLAGS([sys.argv[0]])
    with open(outcomes, "w") as file:
        for name, test, text in load(data):
            if not parts or any(part in name for part in parts):
                print(json.dumps([name, outcome(test, library) if test else text]), file=file, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
