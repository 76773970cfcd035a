"""Makes the folder in which MediaPipe's tests look for their files: our images and models under the names of those that they were
written with, and the results that MediaPipe's library has for these."""
import json
import os
import struct
from pathlib import Path

import cv2
import numpy as np

import pointed_model
import results

MODELS = {
    "hand_landmarker.task": "hand_landmarker.task",
    "pose_landmarker.task": "pose_landmarker_full.task",
    "face_landmarker_v2.task": "face_landmarker.task",
    "holistic_landmarker.task": "holistic_landmarker.task",
    "face_detection_short_range.tflite": "blaze_face_short_range.tflite",
    "face_detection_full_range.tflite": "face_detection_full_range_sparse.tflite",
    "coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite": "ssd_mobilenet_v1_coco_quant.tflite",
    "efficientdet_lite0_fp16_no_nms.tflite": "efficientdet_lite0_float16.tflite",
    "mobilenet_v2_1.0_224.tflite": "efficientnet_lite0_float32.tflite",
    "mobilenet_v3_small_100_224_embedder.tflite": "efficientnet_lite0_float32.tflite",
    "deeplabv3.tflite": "deeplab_v3.tflite",
}
# What an image shows, not which one it is, is what the tests want. Its size where they know it; it is cut at the top's middle.
IMAGES = {
    "portrait.jpg": ("face_business.png", (820, 1024)),
    "male_full_height_hands.jpg": ("face_far.png", (638, 1000)),
    "pose.jpg": ("two_walkers.png", None),
    "thumb_up.jpg": ("thumb_up_teal.png", None),
    "pointing_up.jpg": ("pointing_up.png", None),
    "right_hands.jpg": ("three_people.png", None),
    "cat.jpg": ("thing_kitten.png", (600, 400)),
    "segmentation_input_rotation0.jpg": ("pets.png", (320, 240)),
    "burger.jpg": ("thing_pizza_us.png", None),
    "multi_objects.jpg": ("coffee.png", None),
}
# The tests rotate these by -90 degrees.
ROTATED = {
    "portrait_rotated.jpg": "portrait.jpg",
    "pointing_up_rotated.jpg": "pointing_up.jpg",
    "burger_rotated.jpg": "burger.jpg",
    "multi_objects_rotated.jpg": "multi_objects.jpg",
}
# EXIF with one entry: orientation 6, by which an image is shown a quarter turn clockwise.
ORIENTATION_6 = b"Exif\0\0II*\0\x08\0\0\0" + struct.pack("<HHHIHHI", 1, 0x0112, 3, 1, 6, 0, 0)


def make(shared, source_folder):
    folder = source_folder / "mediapipe/tasks/testdata/vision"
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in MODELS.items():
        link(shared / "models" / source, folder / name)
    pointed_model.write(folder / "ptm_512_hdt_ptm_woid.tflite")
    # The one image that was published, as pixels: the tests hold numbers for it.
    link(shared / "media" / "thing_cats_dogs.png", folder / "cats_and_dogs.jpg")
    make_images(shared / "media", folder)
    numbers = results.write(folder)
    (source_folder / "numbers.json").write_text(json.dumps(numbers, indent=1))


def link(source, target):
    """A name for a file of ours. Where it is missing the tests that want it fail with both libraries, and say so."""
    if not target.exists() and source.exists():
        os.symlink(source, target)


def make_images(media, folder):
    for name, (source, size) in IMAGES.items():
        save(folder / name, fit(cv2.imread(str(media / source)), size))
    for name, source in ROTATED.items():
        save(folder / name, cv2.rotate(cv2.imread(str(folder / source)), cv2.ROTATE_90_CLOCKWISE))
    burger = cv2.imread(str(folder / "burger.jpg"))
    save(folder / "burger_crop.jpg", burger[:, : round(burger.shape[1] * 0.833333)])
    write_with_orientation(cv2.imread(str(folder / "cat.jpg")), folder / "cat_exif_rotated.jpg")


def save(path, image):
    """Writes PNG under any name: the libraries decode JPEG with different decoders, and the tests are to compare results."""
    path.write_bytes(cv2.imencode(".png", image)[1])


def fit(image, size):
    if size is None:
        return image
    width, height = size
    rows, columns = image.shape[:2]
    scale = min(columns / width, rows / height)
    left = (columns - round(width * scale)) // 2
    return cv2.resize(image[: round(height * scale), left : left + round(width * scale)], size, interpolation=cv2.INTER_AREA)


def write_with_orientation(image, target):
    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    segment = struct.pack(">BBH", 0xFF, 0xE1, len(ORIENTATION_6) + 2) + ORIENTATION_6
    target.write_bytes(jpeg[:2] + segment + jpeg[2:])


def upright(folder):
    """The pixels that cat_exif_rotated.jpg shows."""
    return np.ascontiguousarray(cv2.rotate(cv2.imread(str(folder / "cat.jpg")), cv2.ROTATE_90_CLOCKWISE)[:, :, ::-1])


if __name__ == "__main__":
    import sys

    make(Path(sys.argv[1]), Path(sys.argv[2]))
