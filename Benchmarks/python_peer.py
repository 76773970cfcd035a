"""Times mediapipe_peer.py, unchanged, with MediaPipe's own library and with ours; see scripts/benchmarks/python.

A round runs both for each row, once for the frames and once for the start, and the next round in the other order. A run is repeated, at
most ten times, when other programs took more than an eighth of a processor. Figures are the medians of the rounds; a frame's time is the
median of a run.
"""

import argparse
import datetime
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PEER = Path(__file__).with_name("mediapipe_peer.py")
OURS = "import vision_mediapipe; vision_mediapipe.enable()\n"
# What a program with MediaPipe's package has before its first task.
IMPORTS = """
import json, sys, time
from mediapipe import Image
from mediapipe.tasks import python
from mediapipe.tasks.python import vision
with open("/proc/self/status") as status:
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 1024
print(json.dumps([1000 * (time.time() - float(sys.argv[1])), peak]))
"""
RUN = "import runpy, sys; sys.argv = ['', sys.argv[1]]; runpy.run_path({!r}, run_name='__main__')"

FIGURES = ("callMilliseconds", "coldStartMilliseconds", "peakMegabytes")
CPU = "cpuMilliseconds"


class Frames:
    """The first frames of a file as RGB, decoded once for all rows."""

    def __init__(self, media, folder, count):
        self.media, self.folder, self.count, self.known = media, Path(folder), count, {}

    def of(self, name):
        if name not in self.known:
            source, target = self.media / name, self.folder / (name + ".rgb")
            shape = subprocess.run(
                ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height,r_frame_rate", "-of",
                 "csv=p=0", source], check=True, capture_output=True, text=True).stdout.strip().split(",")
            subprocess.run(
                ["ffmpeg", "-v", "error", "-y", "-i", source, "-frames:v", str(self.count), "-pix_fmt", "rgb24", "-f", "rawvideo",
                 target], check=True)
            width, height = int(shape[0]), int(shape[1])
            frames = target.stat().st_size // (3 * width * height)
            step, by = (int(part) for part in shape[2].split("/"))
            self.known[name] = {
                "frames": str(target), "width": width, "height": height, "mode": "video" if name.endswith(".mp4") else "image",
                "timestamps": [round(index * 1000 * by / step) for index in range(frames)], "repeats": self.count}
        return self.known[name]


def rows(bench):
    """The rows of the suite's table: name, file, model, and the task in MediaPipe's names."""
    return [json.loads(line) for line in subprocess.run([bench, "rows"], check=True, capture_output=True, text=True).stdout.splitlines()]


def busy():
    """Seconds of the clock, of all processors' work, and of our own processes' that have ended."""
    with open("/proc/stat") as file:
        user, nice, system = (int(part) for part in file.readline().split()[1:4])
    own = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic(), (user + nice + system) / os.sysconf("SC_CLK_TCK"), own.ru_utime + own.ru_stime


def undisturbed(run, *arguments):
    """What a run returns that no other program disturbed, or the last of ten."""
    for _ in range(10):
        before = busy()
        figures = run(*arguments)
        clock, work, own = (after - earlier for after, earlier in zip(busy(), before))
        if work - own < clock / 8 + 0.03:
            break
    else:
        print(f"disturbed: {arguments[0]['name']}, {arguments[-1]}", file=sys.stderr)
    return figures


def run(row, spec, kind, library):
    """One process: its figures."""
    spec = {**spec, "kind": kind, "model": row["model"], "peer": row["peer"], "started": time.time()}
    program = (OURS if library == "ours" else "") + RUN.format(str(PEER))
    done = subprocess.run([sys.executable, "-c", program, json.dumps(spec)], capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        raise RuntimeError(f"{row['name']}, {library}: {done.stderr[-2000:]}")
    figures = json.loads(done.stdout.splitlines()[-1])
    if kind == "coldStart":
        return {"coldStartMilliseconds": figures["coldStartMilliseconds"]}
    return {**{key: figures[key] for key in ("peakMegabytes", CPU)}, "callMilliseconds": statistics.median(figures["callMilliseconds"])}


def measure(row, frames, rounds):
    """The figures by library: a list of the rounds' for each."""
    found = {library: {figure: [] for figure in (*FIGURES, CPU)} for library in ("theirs", "ours")}
    spec = frames.of(row["file"])
    for number in range(rounds):
        for library in ("theirs", "ours") if number % 2 == 0 else ("ours", "theirs"):
            for kind in ("calls", "coldStart"):
                for figure, value in undisturbed(run, row, spec, kind, library).items():
                    found[library][figure].append(value)
    return found


def imports(rounds):
    """By library, milliseconds and megabytes of the imports alone."""
    found = {}
    for library in ("theirs", "ours"):
        program = (OURS if library == "ours" else "") + IMPORTS
        runs = []
        for _ in range(rounds + 1):
            command = [sys.executable, "-c", program, str(time.time())]
            runs.append(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
        found[library] = dict(zip(FIGURES[1:], (statistics.median(values) for values in zip(*runs[1:]))))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--frames", type=int, default=60, help="frames of a video, and calls on an image")
    parser.add_argument("--row", default="", help="rows whose name or file has this text")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared", help="the folder with media")
    parser.add_argument("--bench", required=True, help="the program vision-bench, which knows the rows")
    parser.add_argument("--vision", required=True, help="the program vision, which knows the machine")
    parser.add_argument("--revision", default="", help="the commit that is measured")
    parser.add_argument("--result", type=Path, required=True, help="a file for all figures")
    arguments = parser.parse_args()
    import importlib.metadata

    versions = f"MediaPipe {importlib.metadata.version('mediapipe')}"
    doctor = subprocess.run([arguments.vision, "doctor", "--json"], check=True, capture_output=True, text=True).stdout
    machine = json.loads(doctor)["machine"]
    print(f"{versions}; {machine['processor']}, {machine['cores']} cores, {', '.join(machine['vectorInstructions'])}")
    base = imports(arguments.rounds)
    print("The package's imports are a part of each start and memory: " + "; ".join(
        "{} {:.0f} ms, {:.0f} MB".format(library, *figures.values()) for library, figures in base.items())
        + ". Two more ratios are those of the memory on top, and of a frame's time on all processors.\n")
    columns = [cell for name in ("frame, ms", "start, ms", "memory, MB") for cell in (name, "ours", "ratio")]
    print("| row | " + " | ".join((*columns, "memory on top", "CPU time")) + " |")
    print("| --- " + "| ---: " * (len(columns) + 2) + "|", flush=True)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        frames = Frames(arguments.shared / "media", folder, arguments.frames)
        for row in rows(arguments.bench):
            if arguments.row not in f"{row['name']} {row['file']}":
                continue
            found = measure(row, frames, arguments.rounds)
            results.append({"work": row["name"], "input": row["file"], **found})
            cells = []
            for figure in FIGURES:
                theirs, ours = (statistics.median(found[library][figure]) for library in ("theirs", "ours"))
                ratio = statistics.median(
                    one / other for one, other in zip(found["ours"][figure], found["theirs"][figure]))
                cells += [f"{theirs:.4g}", f"{ours:.4g}", f"{ratio:.2f}"]
            # The last figure of the loop is the memory.
            cells.append(f"{(ours - base['ours'][figure]) / (theirs - base['theirs'][figure]):.2f}")
            cells.append(f"{statistics.median(one / other for one, other in zip(found['ours'][CPU], found['theirs'][CPU])):.2f}")
            print(f"| {row['name']} | " + " | ".join(cells) + " |", flush=True)
    arguments.result.write_text(json.dumps({
        "python": results, "imports": base, "machine": machine, "date": datetime.date.today().isoformat(), "revision": arguments.revision,
        "rounds": arguments.rounds, "versions": versions,
    }))


if __name__ == "__main__":
    main()
