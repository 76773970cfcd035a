"""What MediaPipe's own library finds in the images of data.py: the results that its tests expect, in files and in their code."""
import json

import numpy as np
from mediapipe.tasks.python import vision
from mediapipe.tasks.python.components.containers import keypoint, rect
from mediapipe.tasks.python.core.base_options import BaseOptions
from mediapipe.tasks.python.vision import interactive_segmenter_legacy
from mediapipe.tasks.python.vision.core.image import Image, ImageFormat
from mediapipe.tasks.python.vision.core.image_processing_options import ImageProcessingOptions

CAT = 8  # the number of its class in deeplabv3.tflite
# Regions of interest in the tests.
BALL = rect.RectF(left=0.45, top=0.3075, right=0.614, bottom=0.7345)
BALL_ROTATED = rect.RectF(left=0.2655, top=0.45, right=0.6925, bottom=0.614)
CROPPED = rect.RectF(left=0.0, top=0.0, right=0.833333, bottom=1.0)


def write(folder):
    """Writes the files, and returns what replaces numbers in the code of some tests: values, and categories by their scores."""
    write_points(folder)
    write_masks(folder)
    return {
        "image_classifier_test": {"categories": classes(folder), "values": {}},
        "image_embedder_test": {"categories": {}, "values": vectors(folder)},
        "object_detector_test": objects(folder),
    }


def options_with(options_class, folder, model, **fields):
    return options_class(base_options=BaseOptions(model_asset_path=str(folder / model)), **fields)


def run(task, method, options, folder, image, processing=None):
    if isinstance(image, str):
        image = Image.create_from_file(str(folder / image))
    with task.create_from_options(options) as created:
        return getattr(created, method)(image, processing)


def rotation(name):
    return ImageProcessingOptions(rotation_degrees=-90) if "rotated" in name else None


# Files of messages, here as JSON: stubs.py reads them.

def write_points(folder):
    for messages in (hands_in, pose_in, detections_in, face_in, body_in):
        for name, message in messages(folder):
            (folder / f"{name}.pbtxt").write_text(json.dumps(message))


def hands_in(folder):
    options = options_with(vision.HandLandmarkerOptions, folder, "hand_landmarker.task")
    for name in ("thumb_up", "pointing_up", "pointing_up_rotated"):
        found = run(vision.HandLandmarker, "detect", options, folder, f"{name}.jpg", rotation(name))
        yield f"{name}_landmarks", {
            "classifications": classifications(found.handedness[0]), "landmarks": landmarks(found.hand_landmarks[0]),
        }


def pose_in(folder):
    options = options_with(vision.PoseLandmarkerOptions, folder, "pose_landmarker.task")
    found = run(vision.PoseLandmarker, "detect", options, folder, "pose.jpg")
    yield "pose_landmarks", {"landmarks": landmarks(found.pose_landmarks[0])}


def detections_in(folder):
    for name, model, image in [
        ("portrait_expected_detection", "face_detection_short_range.tflite", "portrait.jpg"),
        ("portrait_expected_full_range_detection", "face_detection_full_range.tflite", "portrait.jpg"),
        ("portrait_rotated_expected_detection", "face_detection_short_range.tflite", "portrait_rotated.jpg"),
    ]:
        options = options_with(vision.FaceDetectorOptions, folder, model)
        yield name, detection(run(vision.FaceDetector, "detect", options, folder, image, rotation(image)).detections[0])


def face_in(folder):
    options = options_with(vision.FaceLandmarkerOptions, folder, "face_landmarker_v2.task", output_face_blendshapes=True)
    found = run(vision.FaceLandmarker, "detect", options, folder, "portrait.jpg")
    yield "portrait_expected_face_landmarks", landmarks(found.face_landmarks[0])
    yield "portrait_expected_blendshapes", classifications(found.face_blendshapes[0])


def body_in(folder):
    options = options_with(vision.HolisticLandmarkerOptions, folder, "holistic_landmarker.task", output_face_blendshapes=True)
    found = run(vision.HolisticLandmarker, "detect", options, folder, "male_full_height_hands.jpg")
    points = {name: landmarks(getattr(found, name)) for name in ("face_landmarks", "pose_landmarks", "pose_world_landmarks")}
    yield "male_full_height_hands_result_cpu", {**points, "face_blendshapes": classifications(found.face_blendshapes)}


def landmarks(points):
    def fields(point):
        return {name: value for name in ("x", "y", "z", "visibility", "presence") if (value := getattr(point, name)) is not None}

    return {"landmark": [fields(point) for point in points]}


def classifications(found):
    return {"classification": [
        {"index": each.index, "score": each.score, "label": each.category_name, "display_name": each.display_name} for each in found
    ]}


def detection(face):
    box = face.bounding_box
    keypoints = [{"x": each.x, "y": each.y, "keypoint_label": each.label, "score": each.score} for each in face.keypoints]
    return {
        "label": [], "label_id": [], "display_name": [], "score": [each.score for each in face.categories],
        "location_data": {
            "bounding_box": {"xmin": box.origin_x, "ymin": box.origin_y, "width": box.width, "height": box.height},
            "relative_keypoints": keypoints,
        },
    }


# Masks.

def write_masks(folder):
    # data.py imports this module.
    import data

    options = options_with(vision.ImageSegmenterOptions, folder, "deeplabv3.tflite", output_category_mask=True)

    def segment(image):
        return run(vision.ImageSegmenter, "segment", options, folder, image)

    codes = segment("segmentation_input_rotation0.jpg").category_mask
    data.save(folder / "segmentation_golden_rotation0.png", pixels(codes) * 10)
    upright = Image(ImageFormat.SRGB, data.upright(folder))
    for image, name in [("cat.jpg", "cat_mask.jpg"), (upright, "cat_rotated_mask.jpg")]:
        data.save(folder / name, gray(segment(image).confidence_masks[CAT]))
    for name, x, y in [("dog1", 0.44, 0.7), ("dog2", 0.66, 0.66)]:
        data.save(folder / f"cats_and_dogs_mask_{name}.png", pixels(pointed(folder, x, y)) * 255)


def pointed(folder, x, y):
    options = options_with(
        interactive_segmenter_legacy.InteractiveSegmenterLegacyOptions, folder, "ptm_512_hdt_ptm_woid.tflite",
        output_category_mask=True)
    region = interactive_segmenter_legacy.RegionOfInterest(
        format=interactive_segmenter_legacy.RegionOfInterest.Format.KEYPOINT, keypoint=keypoint.NormalizedKeypoint(x, y))
    task = interactive_segmenter_legacy.InteractiveSegmenterLegacy
    return run(task, "segment", options, folder, "cats_and_dogs.jpg", region).category_mask


def pixels(mask):
    """A copy: the view is one of memory that goes with the mask."""
    return np.copy(mask.numpy_view())


def gray(mask):
    return np.clip(np.rint(pixels(mask) * 255), 0, 255).astype(np.uint8)


# Numbers in the tests' code. They are results for images and models that were not published; results for ours take their place.
# Each number stands for one thing only, and stands here as it is written there, without a minus.

def fields_of(category):
    return [category.index, category.score, category.category_name]


def classes(folder):
    replaced = {}
    for name, region, scores in [
        ("burger.jpg", None, ["0.793959", "0.0273929", "0.0193408", "0.00632786"]),
        ("burger_rotated.jpg", None, ["0.754467", "0.0288028", "0.0286119"]),
        ("multi_objects.jpg", BALL, ["0.996527"]),
        ("multi_objects_rotated.jpg", BALL_ROTATED, ["0.997684"]),
    ]:
        options = options_with(vision.ImageClassifierOptions, folder, "mobilenet_v2_1.0_224.tflite", max_results=len(scores))
        processing = ImageProcessingOptions(region, -90 if "rotated" in name else 0)
        found = run(vision.ImageClassifier, "classify", options, folder, name, processing).classifications[0]
        for score, category in zip(scores, found.categories):
            replaced[score] = fields_of(category)
    return replaced


def objects(folder):
    """The four best of an image that was published, of a model that is not quite the one that was."""
    options = options_with(
        vision.ObjectDetectorOptions, folder, "coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite", max_results=4)
    found = run(vision.ObjectDetector, "detect", options, folder, "cats_and_dogs.jpg").detections
    boxes = [(608, 164, 381, 432), (57, 398, 386, 196), (256, 394, 173, 202), (360, 195, 330, 412)]
    scores = ["0.69921875", "0.65625", "0.51171875", "0.48828125"]
    replaced = {"categories": {}, "values": {}}
    for numbers, score, each in zip(boxes, scores, found):
        box = each.bounding_box
        replaced["values"].update(zip(map(str, numbers), (box.origin_x, box.origin_y, box.width, box.height)))
        replaced["categories"][score] = fields_of(each.categories[0])
    return replaced


def vectors(folder):
    def both(region=None, **fields):
        options = options_with(vision.ImageEmbedderOptions, folder, "mobilenet_v3_small_100_224_embedder.tflite", **fields)
        return [
            run(vision.ImageEmbedder, "embed", options, folder, name, region and ImageProcessingOptions(region)).embeddings[0]
            for name, region in (("burger.jpg", region), ("burger_crop.jpg", None))
        ]

    def similarity(pair):
        return vision.ImageEmbedder.cosine_similarity(*pair)

    plain, unit, bytes_, cropped = both(), both(l2_normalize=True), both(quantize=True), both(CROPPED)
    replaced = {
        "0.925519": similarity(plain), "0.926791": similarity(bytes_), "0.999931": similarity(cropped),
        "1024": len(plain[0].embedding), "229": int(bytes_[0].embedding[0]), "231": int(bytes_[1].embedding[0]),
    }
    # These are written with a minus.
    for number, pair, place in [
        ("0.2101883", plain, 0), ("0.193027", plain, 1), ("0.0142344", unit, 0), ("0.0131606", unit, 1), ("0.195062", cropped, 0),
    ]:
        replaced[number] = -float(pair[place].embedding[0])
    return replaced
