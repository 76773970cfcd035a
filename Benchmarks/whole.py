#!/usr/bin/env python3
"""Times the program `vision` on whole video files beside its inference alone and beside Benchmarks/whole_peer.py, for
scripts/benchmarks/whole. The output is JSON for scripts/benchmarks/whole-page.

Each round starts every side of every row once, and every second round has the opposite order. The sides are our program to
JSON Lines, the same with an annotated video, its first frame alone, `vision-bench task` for the inference alone, `ffmpeg` for
the decoding alone, and the Python program both ways.
"""
import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

PEER = Path(__file__).resolve().parent / "whole_peer.py"

PROBE = ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries"]

# The name of each row, its task, model, file, and the options of `vision` and of the Python program.
# `vision-bench task` has them by default.
CASES = [
    ("gesture, two asked for, one visible", "gesture", "gesture_recognizer", "thumb_video.mp4", ["--num-hands", "2"]),
    ("pose lite", "pose", "pose_landmarker_lite", "walkers_pan.mp4", []),
    ("pose full", "pose", "pose_landmarker_full", "walkers_pan.mp4", []),
    ("face landmarks", "face", "face_landmarker", "face_pan.mp4", []),
    ("efficientdet_lite0_int8", "detect", "efficientdet_lite0_int8", "laptop_video.mp4", ["--max-results", "5"]),
    ("efficientdet_lite0_float16", "detect", "efficientdet_lite0_float16", "laptop_video.mp4", ["--max-results", "5"]),
    ("efficientnet_lite0_float32", "classify", "efficientnet_lite0_float32", "laptop_video.mp4", []),
    ("efficientnet_lite0_int8", "classify", "efficientnet_lite0_int8", "laptop_video.mp4", []),
]

# The number of frames of the inference alone: the longest clip's. The videos repeat their clips.
ALONE_FRAMES = 195


def used(command):
    """Runs a command and returns its wall and processor time in milliseconds; ends this program if it fails."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    # A pipe's content is short: both programs are quiet.
    messages = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"whole: {' '.join(map(str, command))} failed:\n{messages[-2000:]}")
    return {"wall": 1000 * wall, "processor": 1000 * (usage.ru_utime + usage.ru_stime)}


def inference(stages, call):
    """The milliseconds per frame in which models run. Models that run side by side count by their share in the time of the call."""
    def total(chosen):
        return sum(stage["runsPerFrame"] * stage["medianMilliseconds"] for stage in chosen)

    # As BenchStage has it: the stages after the task, and those that run a model.
    inside = [stage for stage in stages if stage["name"] not in ("track", "draw")]
    models = [stage for stage in inside if stage["name"].endswith(": infer") or stage.get("macs")]
    return total(models) * min(1, call / total(inside))


def output(command):
    """The standard output of a command."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


class Case:
    """One row: a task with a model on a video."""

    def __init__(self, programs, folder, scratch, cores, row):
        self.programs, self.scratch, self.cores = programs, scratch, cores
        self.work, self.task, self.model, self.file, options = row
        self.video, self.rounds = folder / self.file, []
        self.frames = int(output([*PROBE, "stream=nb_frames", "-of", "csv=p=0", self.video]))
        self.lines, self.drawn = scratch / "whole.jsonl", scratch / "whole.mp4"
        self.ours = [programs.vision, self.task, self.video, "--model", self.model, *options, "--quiet"]
        model = output([programs.vision, "models", "path", self.model]).strip()
        self.peer = [programs.peer, PEER, self.task, self.video, "--model", model, *options]

    def sides(self):
        """Each side's name with its measurement."""
        to_lines, to_video = ["--json", self.lines], ["--annotate", self.drawn]
        return {
            "ours": lambda: self.whole([*self.ours, *to_lines]),
            "oursDrawn": lambda: self.whole([*self.ours, *to_lines, *to_video]),
            "first": lambda: used([*self.ours, *to_lines, "--max-frames", "1"]),
            "alone": self.alone,
            "decode": self.decode,
            "peer": lambda: self.whole([*self.peer, *to_lines]),
            "peerDrawn": lambda: self.whole([*self.peer, *to_lines, *to_video]),
        }

    def whole(self, command):
        """The times of a whole process per frame. Old outputs are removed, so that each process makes new files."""
        for path in (self.lines, self.drawn):
            path.unlink(missing_ok=True)
        times = used(command)
        with self.lines.open("rb") as lines:
            count = sum(1 for _ in lines)
        if count != self.frames:
            sys.exit(f"whole: {' '.join(map(str, command))} wrote {count} lines for {self.frames} frames")
        return {key: value / count for key, value in times.items()}

    def alone(self):
        """The time of inference alone per frame, and the wall and processor time of the task's call, which also samples and decodes."""
        path = self.scratch / "alone.json"
        used([self.programs.bench, "task", self.task, self.video, "--model", self.model, "--rounds", "1",
              "--frames", str(ALONE_FRAMES), "--json", path])
        calls = json.loads(path.read_text())["rounds"][0]["ours"]["calls"]
        call = statistics.mean(calls["callMilliseconds"])
        return {"infer": inference(calls["stages"], call), "call": call, "processor": calls["cpuMilliseconds"]}

    def decode(self):
        """The processor time of decoding alone per frame, by the library and with the number of threads that our program has.
        The frames are dropped as they are decoded, in YUV. The first frame is subtracted, and with it the start of ffmpeg."""
        command = ["ffmpeg", "-nostdin", "-v", "error", "-threads", str(self.cores), "-i", self.video, "-map", "0:v:0"]
        everything, first = (used([*command, *limit, "-f", "null", "-"]) for limit in ([], ["-frames:v", "1"]))
        return {"processor": (everything["processor"] - first["processor"]) / (self.frames - 1)}

    def round(self, number):
        """One round of all sides."""
        return {name: measure() for name, measure in in_turn(self.sides().items(), number)}


def in_turn(entries, number):
    """The entries in the order of a round: the even ones forwards, the odd ones backwards."""
    entries = list(entries)
    return entries if number % 2 == 0 else entries[::-1]


def versions(litert, python):
    """The versions of what is measured beside our own code."""
    ffmpeg = output(["ffmpeg", "-version"]).split()[2].partition("-")[0]
    code = "import cv2, mediapipe; print(f'MediaPipe {mediapipe.__version__}, OpenCV {cv2.__version__}')"
    return f"LiteRT {litert}, FFmpeg {ffmpeg}, {output([python, '-c', code]).strip()}"


def main():
    """Measures the rows of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the videos, 1280 x 720")
    parser.add_argument("--vision", required=True, help="our program")
    parser.add_argument("--bench", required=True, help="the program vision-bench")
    parser.add_argument("--peer", required=True, help="a Python with mediapipe and opencv")
    parser.add_argument("--rounds", type=int, default=5, help="the number of rounds")
    parser.add_argument("--only", default="", help="measure only rows whose name contains this text")
    parser.add_argument("--revision", default="unknown", help="the commit of the measured programs")
    parser.add_argument("--litert", default="unknown", help="the version of LiteRT")
    parser.add_argument("--result", type=Path, required=True, help="the file for the measurements")
    arguments = parser.parse_args()
    scratch = arguments.result.parent
    machine = json.loads(output([arguments.vision, "doctor", "--json"]))["machine"]
    cases = [Case(arguments, arguments.folder, scratch, machine["cores"], row) for row in CASES if arguments.only in row[0]]
    if not cases:
        sys.exit(f"whole: no row has a name with \"{arguments.only}\"")
    # Each round goes through all rows, so that a minute in which the machine is busy affects several rows a little.
    for number in range(arguments.rounds):
        for case in in_turn(cases, number):
            print(f"round {number + 1} of {arguments.rounds}: {case.work}", file=sys.stderr, flush=True)
            case.rounds.append(case.round(number))
    rows = [{"work": case.work, "input": case.file, "frames": case.frames, "rounds": case.rounds} for case in cases]
    arguments.result.write_text(json.dumps({
        "whole": rows, "machine": machine, "date": datetime.date.today().isoformat(), "revision": arguments.revision,
        "rounds": arguments.rounds, "versions": versions(arguments.litert, arguments.peer),
    }, indent=1) + "\n")


if __name__ == "__main__":
    main()
