"""Times the inference of the catalog's models in this package and in other engines, in alternating rounds, and writes JSON.

    python engine_suite.py --bench PROGRAM --vision PROGRAM --python PYTHON [--converter PYTHON] --work FOLDER --json FILE [OPTION...]

scripts/benchmarks/engines runs it. Every measurement is a process of its own: `vision-bench inference` for this package, and
engine_peer.py with the interpreter PYTHON for the others. The converter, an interpreter with tf2onnx, makes the files for ONNX Runtime.
Models are unpacked and converted into FOLDER.
"""

import argparse
import datetime
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

# The models in the order of the page: entries of the catalog, for bundles with a member. The others of these bundles are the same
# networks: pose_detector is in both, and face_detector is blaze_face_short_range.
MODELS = [
    "hand_landmarker/hand_detector", "hand_landmarker/hand_landmarks_detector",
    "pose_landmarker_lite/pose_detector", "pose_landmarker_lite/pose_landmarks_detector", "pose_landmarker_full/pose_landmarks_detector",
    "blaze_face_short_range", "face_landmarker/face_landmarks_detector", "face_landmarker/face_blendshapes",
    "efficientdet_lite0_float16", "efficientdet_lite0_int8", "ssd_mobilenet_v1_coco",
    "efficientnet_lite0_float32", "efficientnet_lite0_int8", "selfie_segmenter", "deeplab_v3",
]
# Of int8 convolutions there is no reduced precision.
INT8 = {"efficientdet_lite0_int8", "ssd_mobilenet_v1_coco", "efficientnet_lite0_int8"}
PEERS = ["litert", "openvino", "onnxruntime"]
ORDER = ["ours", *PEERS]
# The engines that have reduced precision.
REDUCED = {"ours", "openvino"}
THREADS = [1, 2]
# tf2onnx's files for this version of ONNX's operators are those that ONNX Runtime loads most often.
OPSET = 15
# Peers' outputs on noise: float32 correlates by 1.0000, and int8, which every engine rounds in its own way, by 0.87 or more.
MIN_CORRELATION = 0.8
TIMEOUT_SECONDS = 900


def note(text):
    print(text, file=sys.stderr, flush=True)


def member(bundle, name):
    """The bytes of a model in a bundle, which may have bundles inside; None if there is none."""
    with zipfile.ZipFile(io.BytesIO(bundle)) as files:
        for entry in files.namelist():
            if Path(entry).name == f"{name}.tflite":
                return files.read(entry)
            if entry.endswith(".task") and (found := member(files.read(entry), name)):
                return found
    return None


def unpack(model, vision, folder):
    """The file of a model."""
    entry, _, name = model.partition("/")
    path = subprocess.run([vision, "models", "path", entry], capture_output=True, text=True, check=True).stdout.strip()
    content = Path(path).read_bytes()
    if name and (content := member(content, name)) is None:
        sys.exit(f"engine_suite.py: the bundle {entry} has no {name}.tflite")
    file = folder / f"{model.replace('/', '.')}.tflite"
    file.write_bytes(content)
    return file


def last_line(text, default):
    """The reason that a program gives last, without the folders of files."""
    lines = text.strip().splitlines()
    return re.sub(r"(?<![\w.])/\S+/", "", lines[-1]) if lines else default


def convert(converter, file):
    """The ONNX file of a model and None, or None and the reason why there is none. The file stays for the next run."""
    version = subprocess.run([converter, "-c", "import importlib.metadata as m; print(m.version('tf2onnx'))"],
                             capture_output=True, text=True, check=True).stdout.strip()
    target = file.with_suffix(f".tf2onnx-{version}-{OPSET}.onnx")
    if target.is_file() and target.stat().st_size:
        return target, None
    note(f"converting {file.stem}")
    part = target.with_suffix(".part")
    result = subprocess.run([converter, "-m", "tf2onnx.convert", "--opset", str(OPSET), "--tflite", file, "--output", part],
                            capture_output=True, text=True)
    if result.returncode == 0 and part.is_file():
        part.rename(target)
        return target, None
    return None, f"tf2onnx: {last_line(result.stderr, 'it failed')}"


def line(command):
    """The JSON that a program prints, in its last line or in all of them; one with an error if it fails."""
    try:
        result = subprocess.run([*map(str, command)], capture_output=True, text=True, timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        return {"error": f"no end after {TIMEOUT_SECONDS} seconds"}
    for text in (result.stdout, result.stdout.strip().rpartition("\n")[2]):
        try:
            return json.loads(text)
        except ValueError:
            continue
    return {"error": last_line(result.stderr, f"the process ended with status {result.returncode}")}


class Suite:
    """The engines and models of a run."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.folder = Path(arguments.work)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.versions = {}

    def command(self, engine, file):
        """The program that runs a model's file in an engine."""
        if engine == "ours":
            return [self.arguments.bench, "inference", file]
        return [self.arguments.python, Path(__file__).with_name("engine_peer.py"), engine, file]

    def prepare(self, model):
        """The files of a model for each engine that can run it, and the reasons of the others. Peers' outputs must be LiteRT's."""
        file = unpack(model, self.arguments.vision, self.folder)
        files, errors = {"ours": file}, {}
        for peer in self.arguments.peers:
            files[peer], errors[peer] = file, None
            if peer == "onnxruntime":
                files[peer], errors[peer] = convert(self.arguments.converter, file)
            if errors[peer] is None:
                figures = line([*self.command(peer, files[peer]), "--verify", file])
                self.versions[peer] = figures.get("version", self.versions.get(peer))
                errors[peer] = figures.get("error")
                if errors[peer] is None and not figures["correlation"] >= MIN_CORRELATION:
                    errors[peer] = f"its outputs correlate by {figures['correlation']:.2f} with LiteRT's"
            if errors[peer]:
                note(f"{model}: {peer}: {errors[peer]}")
        return {engine: path for engine, path in files.items() if not errors.get(engine)}, {
            engine: reason for engine, reason in errors.items() if reason}

    def measure(self, result, number):
        """The measurements of a round. An engine that fails is in no further ones. Every second round has the opposite order."""
        for threads in THREADS:
            for precision, files in result["files"].items():
                for engine in sorted(files, key=ORDER.index, reverse=number % 2 == 0):
                    options = ["--threads", threads, "--seconds", self.arguments.seconds]
                    # Ours has two reduced precisions; the lower one has OpenVINO's numbers.
                    lower = "low" if engine == "ours" else "reduced"
                    options += ["--precision", lower] if precision == "reduced" else []
                    figures = line([*self.command(engine, files[engine]), *options])
                    if "error" in figures:
                        note(f"{result['model']}: {engine}: {figures['error']}")
                        result["errors"][engine if precision == "exact" else f"{engine}, reduced"] = figures["error"]
                        del files[engine]
                        continue
                    yield {"round": number, "engine": engine, "threads": threads, "precision": precision,
                           **{key: figures[key] for key in ("time_ms", "processor_ms", "isExact", "runs")}}

    def run(self):
        """The whole run's report."""
        machine = line([self.arguments.vision, "doctor", "--json"])["machine"]
        results = []
        for model in MODELS:
            if self.arguments.only in model:
                files, errors = self.prepare(model)
                reduced = {engine: file for engine, file in files.items() if engine in REDUCED and model not in INT8}
                results.append({"model": model, "files": {"exact": files, "reduced": reduced}, "errors": errors, "runs": []})
        for number in range(1, self.arguments.rounds + 1):
            for result in results:
                note(f"round {number} of {self.arguments.rounds}: {result['model']}")
                result["runs"] += self.measure(result, number)
        for result in results:
            del result["files"]
        return {
            "date": datetime.date.today().isoformat(), "revision": self.arguments.revision, "rounds": self.arguments.rounds,
            "seconds": self.arguments.seconds, "machine": machine, "versions": self.versions, "models": results,
        }


def peers(text):
    """The engines of an option, such as litert,openvino."""
    names = text.split(",")
    if unknown := [name for name in names if name not in PEERS]:
        raise argparse.ArgumentTypeError(f"there is no engine {unknown[0]}; there are {', '.join(PEERS)}")
    return names


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench --engines")
    for option, text in {
        "--bench": "the program vision-bench", "--vision": "the program vision", "--python": "an interpreter with the peers' packages",
        "--work": "the folder for models", "--json": "the file of the measurements",
    }.items():
        parser.add_argument(option, required=True, help=text)
    parser.add_argument("--converter", help="an interpreter with tf2onnx; without it there is no ONNX Runtime")
    parser.add_argument("--revision", default="unknown", help="the commit of the measured programs")
    parser.add_argument("--rounds", type=int, default=3, help="the number of rounds")
    parser.add_argument("--seconds", type=float, default=1, help="the time of one measurement")
    parser.add_argument("--only", default="", metavar="TEXT", help="measure only models whose names have this text")
    parser.add_argument("--peers", type=peers, default=PEERS, help="the engines beside ours, with commas")
    arguments = parser.parse_args()
    if not arguments.converter:
        arguments.peers = [peer for peer in arguments.peers if peer != "onnxruntime"]
    report = Suite(arguments).run()
    if not report["models"]:
        sys.exit(f"scripts/bench --engines: no model's name has {arguments.only}")
    Path(arguments.json).write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
