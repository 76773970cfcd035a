"""Prints the functions of libmediapipe.so that programs run, for the linker's option --symbol-ordering-file; see function-order.

A row of the benchmarks is run under valgrind, whose callgrind writes the name of each function that was called. The linker moves sections:
much of Swift's library has one for each function, other objects have one for all of theirs. So a section is named by one function, small
sections come first, those of most rows before the others, then large ones, and last our kernels, each set of instructions by itself.
"""

import argparse
import bisect
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from python_peer import OURS, PEER, RUN, Frames, rows

# One for each task and each way of computing. Under valgrind the other rows would take minutes for functions that these have.
ROWS = ("gesture, image", "gesture, video, two asked for, two", "pose lite, image", "pose full, video, masks", "efficientdet_lite0_int8",
        "ssd_mobilenet", "efficientnet_lite0_int8", "face detector", "blendshapes", "holistic", "selfie segmenter, video",
        "category mask")
# Larger sections are shared by many functions, few of which run.
LARGE = 8192
SECTION = re.compile(r" *([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+) +\d+ {9}\S.*:\(\.text")
# Valgrind knows no AVX-512: the kernels that it leads to are those of the same name.
KERNEL = re.compile(r"(\w+?)(?:_\d+)?_(avx2|avx512|avx512vnni)")
FUNCTION = re.compile(r"c?(fn|ob)=\((\d+)\)(?: (.*?)(?:'\d+)?)?$")


def called(file, library):
    """The functions of a library that were called, by the names in a file of callgrind's."""
    names, current, found = {}, None, set()
    for line in file.read_text(errors="replace").splitlines():
        match = FUNCTION.match(line)
        if match is None:
            continue
        kind, number, name = match.groups()
        name = names.setdefault((kind, number), name)
        if line.startswith("ob="):
            current = name
        elif line.startswith("fn=") and current == library:
            found.add(name)
    return found


def profile(row, spec, folder):
    """Runs a row's first two frames."""
    spec = {**spec, "kind": "calls", "model": row["model"], "peer": row["peer"], "started": time.time(), "repeats": 2}
    spec["timestamps"] = spec["timestamps"][:2]
    file = Path(folder, f"{spec['started']}.callgrind")
    subprocess.run(
        ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={file}", sys.executable, "-c",
         OURS + RUN.format(str(PEER)), json.dumps(spec)], check=True, capture_output=True)
    print(row["name"], file=sys.stderr)
    return called(file, os.environ["VISION_MEDIAPIPE_LIBRARY"])


def order(uses, library, link_map):
    """A function for each section that has one of `uses`, a counter of rows by function."""
    sections = sorted((int(start, 16), int(size, 16)) for start, size in SECTION.findall(link_map.read_text()))
    places = {}
    for line in subprocess.run(["nm", library], check=True, capture_output=True, text=True).stdout.splitlines():
        address, _, name = line.split(" ", 2)
        # Another library's function has none.
        if address:
            places.setdefault(name, int(address, 16))
    kernels = {match[1] for match in map(KERNEL.fullmatch, uses) if match}
    found = {}
    for name, address in places.items():
        kernel = KERNEL.fullmatch(name)
        if name in uses or (kernel and kernel[1] in kernels):
            start, size = sections[bisect.bisect(sections, (address, sys.maxsize)) - 1]
            key = (kernel[2] if kernel else "", size if size >= LARGE else 0, -uses[name], name)
            found[start] = min(key, found.get(start, key))
    return [key[-1] for key in sorted(found.values())]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", required=True, help="the program vision-bench, which knows the rows")
    parser.add_argument("--map", type=Path, required=True, help="the linker's map")
    parser.add_argument("--media", type=Path, required=True)
    parser.add_argument("row", nargs="*", help="a part of a row's name")
    arguments = parser.parse_args()
    wanted = arguments.row or ROWS
    with tempfile.TemporaryDirectory() as folder:
        frames = Frames(arguments.media, folder, 2)
        chosen = [row for row in rows(arguments.bench) if any(part in row["name"] for part in wanted)]
        specs = [frames.of(row["file"]) for row in chosen]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            uses = collections.Counter(
                name for names in pool.map(profile, chosen, specs, [folder] * len(chosen)) for name in names)
    print(*order(uses, os.environ["VISION_MEDIAPIPE_LIBRARY"], arguments.map), sep="\n")


if __name__ == "__main__":
    main()
