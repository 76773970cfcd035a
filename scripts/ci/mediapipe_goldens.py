"""Runs recorded cases through the installed mediapipe on our library, and compares; see scripts/ci/mediapipe-goldens.

Each case is one of shared/golden: a picture, or a video's first frames, with a task's options. The recordings' own program decodes, calls
and compares (shared/peer). Hands alone were not recorded; mediapipe's own library answers the cases of gestures first, in another process.
On AMD's first Zen those answers are not the recordings', because XNNPACK adds in another order there, and eight videos of hands are beyond.
"""
import argparse
import collections
import functools
import hashlib
import importlib.metadata
import json
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

HAND, HOLISTIC = "hand_landmarker", "holistic_landmarker"
PARTS = ("pose", "leftHand", "rightHand", "face")

# Differences on purpose, of docs/differences.md; a case that has one is counted apart.
TURNED = "poses of turned pictures are where they are in the picture"
UNNAMED = "hands without a gesture are there"


class Mask:
    """A mask that `peerlib` can read."""

    def __init__(self, pixels):
        self.pixels = pixels

    def numpy_view(self):
        return self.pixels


@functools.lru_cache(maxsize=50)
def still(path, keeps_alpha):
    """A picture, and the digest of its pixels."""
    pixels = peerlib.load_rgb(path, keep_alpha=keeps_alpha)
    return pixels, hashlib.sha256(pixels).hexdigest()


class Case:
    def __init__(self, path):
        self.golden = json.loads(path.read_text())
        self.name, self.task = self.golden["case"], self.golden["task"]
        self.is_video = self.golden["mode"] == "video"
        self.turn = self.golden.get("rotationDegrees", 0)

    def frames(self, media):
        """The pixels, in the recordings' decoding, which `pixelSha256` checks."""
        golden, path = self.golden, str(media / self.golden["media"])
        if not self.is_video:
            pixels, digest = still(path, golden["pixelFormat"] == "SRGBA")
            yield peerlib.make_image(pixels, golden["pixelFormat"])
        else:
            summer, count = hashlib.sha256(), 0
            for pixels in peerlib.video_frames(path, len(golden["frames"])):
                summer.update(pixels)
                count += 1
                yield peerlib.make_image(pixels, golden["pixelFormat"])
            digest = summer.hexdigest() if count == len(golden["frames"]) else f"of {count} frames"
        if golden["pixelSha256"] not in (None, digest):
            raise RuntimeError("another decoder: the pixels are not those of the recording")

    def run(self, shared):
        """The results by frame, in the form of the recordings."""
        model = str(shared / "models" / self.golden["model"]["file"])
        task = make(self.task, model, self.golden["options"], "video" if self.is_video else "image")
        roi = self.golden.get("regionOfInterest")
        roi = roi and tuple(roi[side] for side in ("left", "top", "right", "bottom"))
        rows = {}
        with task:
            for image, recorded in zip(self.frames(shared / "media"), self.golden["frames"]):
                result = peerlib.call(self.task, task, image, recorded["timestampMs"], self.turn, roi)
                rows[recorded["frame"]] = fields(self, result)
        return rows

    def purpose(self, rows):
        """Why the case differs on purpose, or None."""
        recorded = self.golden["frames"]
        if self.task == peerlib.POSE and self.turn:
            return TURNED
        if self.task == peerlib.GESTURE and all(
                not frame["landmarks"] and not any(rows[frame["frame"]]["gestures"]) for frame in recorded):
            return UNNAMED if any(row["landmarks"] for row in rows.values()) else None
        return None

    def compare(self, rows, slack):
        if self.task != HOLISTIC:
            return compare.compare_case(self.golden, rows, ".", slack)
        # Each part of a body is compared as a person.
        tally = compare.Tally()
        for part in PARTS:
            golden = {**self.golden, "task": part, "frames": [people(frame, part) for frame in self.golden["frames"]]}
            found = compare.compare_case(golden, {number: people(row, part) for number, row in rows.items()}, ".", slack)
            for field, values in found.diffs.items():
                tally.add(field, values)
            tally.notes += [f"{part}: {note}" for note in found.notes]
        return tally


def make(task, model, options, mode):
    if task not in (HAND, HOLISTIC):
        return peerlib.create(task, model, options, mode)
    from mediapipe.tasks.python import BaseOptions, vision

    kind = {HAND: "HandLandmarker", HOLISTIC: "HolisticLandmarker"}[task]
    made = getattr(vision, kind + "Options")(
        base_options=BaseOptions(model_asset_path=model), running_mode=vision.RunningMode[mode.upper()])
    for key, value in options.items():
        name = peerlib.snake(key)
        if not hasattr(made, name):  # 1.2.2 has another name for one
            name = name.replace("output_pose_segmentation_masks", "output_segmentation_mask")
        setattr(made, name, value)
    return getattr(vision, kind).create_from_options(made)


def fields(case, result):
    if case.task == HAND:
        return {
            "handedness": [[peerlib.category(c) for c in hand] for hand in result.handedness],
            "landmarks": [peerlib.landmarks(hand) for hand in result.hand_landmarks],
            "worldLandmarks": [peerlib.landmarks(hand) for hand in result.hand_world_landmarks],
        }
    if case.task == HOLISTIC:
        row = {}
        for part in PARTS:
            name = peerlib.snake(part)
            row[part + "Landmarks"] = peerlib.landmarks(getattr(result, name + "_landmarks") or [])
            if part != "face":
                row[part + "WorldLandmarks"] = peerlib.landmarks(getattr(result, name + "_world_landmarks") or [])
        if result.face_blendshapes:
            row["faceBlendshapes"] = [peerlib.category(c) for c in result.face_blendshapes]
        if result.segmentation_mask is not None:
            row["poseSegmentationMask"] = peerlib.mask_summary(np.squeeze(result.segmentation_mask.numpy_view()))
        return row
    if case.task == peerlib.SEGMENTS and case.turn:
        # Ours lie on the picture; the recorded ones show it upright, stretched to the picture's width and height.
        def upright(mask):
            return Mask(np.rot90(mask.numpy_view(), -case.turn // 90))

        result.confidence_masks = result.confidence_masks and [upright(mask) for mask in result.confidence_masks]
        result.category_mask = result.category_mask and upright(result.category_mask)
        row = peerlib.result_fields(case.task, result)
        for mask in [*row.get("confidenceMasks", []), *([row["categoryMask"]] if "categoryMask" in row else [])]:
            mask.update(width=case.golden["width"], height=case.golden["height"])
        return row
    return peerlib.result_fields(case.task, result)


def people(frame, part):
    """A part of a body as the list of people that `compare` knows."""
    row = {"frame": frame.get("frame"), "timestampMs": frame.get("timestampMs")}
    row["landmarks"] = [frame[part + "Landmarks"]] if frame[part + "Landmarks"] else []
    if frame.get(part + "WorldLandmarks"):
        row["worldLandmarks"] = [frame[part + "WorldLandmarks"]]
    if part == "face" and frame.get("faceBlendshapes"):
        row["blendshapes"] = [frame["faceBlendshapes"]]
    if part == "pose" and frame.get("poseSegmentationMask") and row["landmarks"]:
        row["segmentationMasks"] = [frame["poseSegmentationMask"]]
    return row


def cases(shared, only):
    """All cases by task, those of hands at the end and without results."""
    found = collections.defaultdict(list)
    for path in sorted([*(shared / "golden").glob("*.*.json"), *(shared / "golden/holistic").glob("*.json")]):
        case = Case(path)
        found[case.task].append(case)
        if case.task == peerlib.GESTURE and set(case.golden["options"]) == {"numHands"} and "custom" not in case.name:
            hand = Case(path)
            hand.task = hand.golden["task"] = HAND
            hand.golden["model"] = {"file": "hand_landmarker.task"}
            found[HAND].append(hand)
    return {task: [case for case in them if only in f"{case.name} {task}"] for task, them in found.items()}


def recorded_hands(arguments, hands):
    """What mediapipe's own library returns for the cases of hands."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(
            [sys.executable, __file__, "--only", arguments.only, "--record-hands", file.name, arguments.shared], check=True,
            stderr=subprocess.DEVNULL)
        results = pickle.load(file)
    for case in hands:
        for frame in case.golden["frames"]:
            frame.update(gestures=[], **results[case.name][frame["frame"]])


def report(task, them, shared, limits, medians, slack):
    """Prints a task's line, and one for each case beyond the bounds. Whether there was none."""
    worst, beyond, kept, frames = {}, [], collections.Counter(), 0
    for case in them:
        try:
            rows = case.run(shared)
        except Exception as error:
            beyond.append(f"{case.name}: {type(error).__name__}: {error}")
            continue
        frames += len(rows)
        reason = case.purpose(rows)
        if reason:
            kept[reason] += 1
            continue
        tally = case.compare(rows, slack)
        summary = tally.summary()
        turned = case.task == peerlib.SEGMENTS and case.turn  # samples are up to a pixel apart, which matters at borders
        bound = {**limits, "mask.category": 0.02} if turned else limits
        faults = [f"{field} {value['max']:.2g}" for field, value in summary.items() if value["max"] > bound.get(field, np.inf)]
        faults += [f"median of {field} {value['median']:.2g}" for field, value in summary.items()
                   if value.get("median", 0) > medians.get(field, np.inf)]
        if faults:
            beyond.append(f"{case.name}: {', '.join(faults)}; {'; '.join(tally.notes[:3])}")
            continue
        for field, value in summary.items():
            name = field + " (turned)" if turned else field
            worst[name] = max(worst.get(name, 0), value["max"])
    purposes = "".join(f", {count} on purpose ({reason})" for reason, count in kept.items())
    differences = ", ".join(f"{field} {value:.1e}" for field, value in sorted(worst.items()) if value)
    print(f"mediapipe {importlib.metadata.version('mediapipe')}, {task}: {len(them)} cases, {frames} frames, "
          f"{len(them) - len(beyond) - sum(kept.values())} within the bounds{purposes}, {len(beyond)} beyond; "
          f"largest differences: {differences or 'none'}", flush=True)
    for line in beyond:
        print("  beyond:", line, flush=True)
    return not beyond


def similarities(shared):
    """The package's cosine similarity of recorded pairs of pictures."""
    recorded = json.loads((shared / "golden/similarity.json").read_text())
    media, worst, vectors = shared / "media", 0.0, {}
    from mediapipe.tasks.python import vision

    for pair in recorded["pairs"]:
        made = recorded["sets"][pair["options"]]
        for name in (pair["a"], pair["b"]):
            if (pair["options"], name) not in vectors:
                with make(peerlib.EMBEDS, str(shared / "models" / made["model"]["file"]), made["options"], "image") as task:
                    image = peerlib.make_image(peerlib.load_rgb(str(media / name)))
                    vectors[pair["options"], name] = task.embed(image).embeddings[0]
        try:
            found = vision.ImageEmbedder.cosine_similarity(*(vectors[pair["options"], pair[side]] for side in "ab"))
            worst = max(worst, abs(found - pair["similarity"]) if not isinstance(pair["similarity"], str) else np.inf)
        except ValueError as error:
            worst = worst if str(error) == pair["similarity"] else np.inf
    print(f"mediapipe {importlib.metadata.version('mediapipe')}, similarity of embeddings: {len(recorded['pairs'])} pairs, "
          f"largest difference {worst:.1e}", flush=True)
    return worst <= 1e-3


def main():
    global peerlib, compare
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path, help="the folder with golden, media, models and peer")
    parser.add_argument("--only", default="", help="cases whose name or task has this text")
    parser.add_argument(
        "--bounds", choices=("strict", "default", "loose"), default="strict", help="sets of bounds of shared/peer/compare.py")
    parser.add_argument("--score-slack", type=float, default=0.02, help="detections this near a threshold may come and go")
    parser.add_argument("--record-hands", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    sys.path.insert(0, str(arguments.shared / "peer"))
    import compare
    import peerlib

    found = cases(arguments.shared, arguments.only)
    if arguments.record_hands:
        with open(arguments.record_hands, "wb") as file:
            pickle.dump({case.name: case.run(arguments.shared) for case in found[HAND]}, file)
        return 0
    import vision_mediapipe

    vision_mediapipe.enable()
    if found[HAND]:
        recorded_hands(arguments, found[HAND])
    limits, medians = compare.TOLERANCES[arguments.bounds]
    good = [report(task, them, arguments.shared, limits, medians, arguments.score_slack) for task, them in sorted(found.items()) if them]
    if not arguments.only:
        good.append(similarities(arguments.shared))
    if not good:
        print("mediapipe-goldens: no such case", file=sys.stderr)
    return 0 if good and all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
