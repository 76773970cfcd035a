"""Scores trackers by HOTA, MOTA, IDF1 and id switches, with the metrics of the package trackeval.

    python score_tracking.py BENCH RESULTS [BENCH RESULTS ...] [--per-scene] [--every N]

BENCH is a folder of scenes with `gt/gt.txt` (frame, id, x, y, width, height, counts, class, visible share), RESULTS one of
files `SCENE.txt` (frame, id, x, y, width, height, …). Ground-truth rows with counts 0 (mostly occluded objects) are neither
required nor false positives: boxes that match one of them, and no counted object better, are ignored. With --every
only every N-th frame is scored.

Needs numpy and trackeval 1.3.
"""

import argparse
import warnings
from pathlib import Path

import numpy as np
from trackeval.metrics import CLEAR, HOTA, Identity

warnings.filterwarnings("ignore")
FIT = 0.5


def rows(path):
    """The numbers of a file, one row per line."""
    lines = [line.split(",") for line in path.read_text().split()]
    return np.array([[float(field) for field in line[:7]] for line in lines]).reshape(-1, 7)


def overlaps(first, second):
    """Intersection over union of all pairs of boxes (x, y, width, height)."""
    low = np.maximum(first[:, None, :2], second[None, :, :2])
    high = np.minimum((first[:, :2] + first[:, 2:])[:, None], (second[:, :2] + second[:, 2:])[None])
    common = np.prod(np.clip(high - low, 0, None), axis=2)
    areas = np.prod(first[:, 2:], axis=1)[:, None] + np.prod(second[:, 2:], axis=1)[None]
    return common / np.maximum(areas - common, 1e-9)


def sequence(truth, result, frames):
    """A scene in the form of trackeval."""
    data = {"gt_ids": [], "tracker_ids": [], "similarity_scores": [], "num_timesteps": len(frames)}
    for frame in frames:
        real, found = truth[truth[:, 0] == frame], result[result[:, 0] == frame]
        counting, ignored = real[real[:, 6] > 0], real[real[:, 6] == 0]
        fits = overlaps(counting[:, 2:6], found[:, 2:6])
        if len(ignored) and len(found):
            hidden = overlaps(ignored[:, 2:6], found[:, 2:6]).max(axis=0)
            best = fits.max(axis=0) if len(counting) else np.zeros(len(found))
            kept = ~((hidden >= FIT) & (hidden > best))
            found, fits = found[kept], fits[:, kept]
        data["gt_ids"].append(counting[:, 1].astype(int))
        data["tracker_ids"].append(found[:, 1].astype(int))
        data["similarity_scores"].append(fits)
    for side, count in (("gt", "num_gt_ids"), ("tracker", "num_tracker_ids")):
        numbers = np.unique(np.concatenate(data[side + "_ids"]))
        data[side + "_ids"] = [np.searchsorted(numbers, ids) for ids in data[side + "_ids"]]
        data[count] = len(numbers)
        data[f"num_{side}_dets"] = sum(len(ids) for ids in data[side + "_ids"])
    return data


def figures(hota, clear, identity):
    percent = [np.mean(hota[key]) for key in ("HOTA", "DetA", "AssA")] + [clear["MOTA"], identity["IDF1"]]
    return [100 * value for value in percent] + [clear["IDSW"], clear["CLR_FP"], clear["CLR_FN"]]


def show(name, values):
    print(f"| {name} | " + " | ".join(f"{value:.1f}" for value in values[:5])
          + " | " + " | ".join(f"{value:.0f}" for value in values[5:]) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--per-scene", action="store_true")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    if len(options.folders) % 2:
        parser.error("every folder of scenes needs a folder of results")
    metrics = [HOTA(), CLEAR({"PRINT_CONFIG": False}), Identity({"PRINT_CONFIG": False})]
    print("| scenes | HOTA | DetA | AssA | MOTA | IDF1 | switches | false | missed |")
    print("| --- |" + " --- |" * 8)
    totals = []
    for bench, results in zip(options.folders[::2], options.folders[1::2]):
        scenes = sorted(path.parent.parent.name for path in bench.glob("*/gt/gt.txt"))
        scored = {}
        for scene in scenes:
            truth = rows(bench / scene / "gt" / "gt.txt")
            frames = range(1, int(truth[:, 0].max()) + 1, options.every)
            data = sequence(truth, rows(results / f"{scene}.txt"), frames)
            scored[scene] = [metric.eval_sequence(data) for metric in metrics]
        combined = [metric.combine_sequences({scene: scored[scene][index] for scene in scenes})
                    for index, metric in enumerate(metrics)]
        totals.append(figures(*combined))
        show(bench.name, totals[-1])
        if options.per_scene:
            for scene in scenes:
                show("- " + scene, figures(*scored[scene]))
    if len(totals) > 1:
        show("mean", np.mean(totals, axis=0))


if __name__ == "__main__":
    main()
