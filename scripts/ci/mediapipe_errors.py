"""Compares the types of the exceptions that MediaPipe's package raises on our library with its own recorded ones; see
scripts/ci/mediapipe-goldens.

Each case is one of shared/golden/errors*.json: a mistake, or an input at the edge. The recordings' own program makes the mistakes again.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SETS = {"base": "errors.json", "more": "errors-more.json"}
# The differences of docs/differences.md: cases, what MediaPipe does, what we do.
DIFFERENCES = (
    (r"confidence_(2|minus_half|nan)$|suppression_threshold_|threshold_nan$|canned_allow_and_deny$", "ok", "ValueError"),
    (r"region_of_interest$", "ValueError", "ok"),
    (r"gray_image$", "ValueError|RuntimeError", "ok"),
    (r"empty_image$", "RuntimeError", "ValueError"),
    (r"(facedet|class|seg)\.wrong_model", "ok|RuntimeError", "ValueError"),
    (r"face\.wrong_model", "FileNotFoundError", "ValueError"),
    (r"face\.bundle_without_blendshapes_asked$", "ValueError", "FileNotFoundError"),
    (r"seg\.(tail_cut_model|labels_cut)$", "ok", "FileNotFoundError"),
    (r"seg\.one_pixel_category$", "crash", "ok"),
)


def outcomes(path):
    """The exception's type for each case, or what else became of it."""
    return {name: case.get("type", case["outcome"]) for name, case in json.loads(path.read_text())["cases"].items()}


def run(shared, name, folder):
    """Makes the mistakes of a set again, in processes in which our library is enabled."""
    program = [sys.executable, str(shared / "peer/make_golden.py"), "--models", str(shared / "models"), "--media", str(shared / "media"),
               "--errors", "--set", name, "--out", str(folder)]
    return subprocess.Popen(program, stderr=subprocess.DEVNULL, env=enabled(folder))


def enabled(folder):
    """The environment of a Python that enables our library when it starts."""
    (folder / "sitecustomize.py").write_text("import vision_mediapipe\n\nvision_mediapipe.enable()\n")
    return {**os.environ, "PYTHONPATH": f"{folder}:{os.environ.get('PYTHONPATH', '')}"}


def is_known(name, theirs, ours):
    return any(re.search(cases, name) and re.fullmatch(one, theirs) and ours == other for cases, one, other in DIFFERENCES)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path, help="the folder with golden, models, media and peer")
    shared = parser.parse_args().shared.resolve()
    counts, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        runs = [run(shared, name, Path(folder)) for name in SETS]
        if any([process.wait() for process in runs]):
            sys.exit("mediapipe_errors: the recordings' program failed")
        for file in SETS.values():
            theirs, ours = outcomes(shared / "golden" / file), outcomes(Path(folder) / file)
            for name, outcome in theirs.items():
                kind = "equal" if outcome == ours.get(name) else "known" if is_known(name, outcome, ours.get(name)) else "unknown"
                counts[kind] += 1
                if kind == "unknown":
                    wrong.append(f"  {name}: {outcome} in MediaPipe, {ours.get(name)} here")
    print(f"errors: {counts['equal']} of {counts.total()} are of the same type, {counts['known']} differ as docs/differences.md says")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
