"""The tasks of the library as the solutions use them."""
import ctypes
import os
import re
from ctypes import POINTER, Structure, c_bool, c_char_p, c_float, c_int, c_int64, c_uint32, c_void_p
from typing import NamedTuple

import numpy as np

from .._library import call, library, model_path

_IMAGE, _VIDEO = 1, 2
_SRGB = 1
# The solutions' `min_tracking_confidence` is the threshold of what a landmark model says about its own landmarks, of single images too:
# a task's presence confidence. What tasks call tracking confidence is an overlap of rectangles, which no solution could set.
TRACKING_OVERLAP = 0.5


class _Base(Structure):
    _fields_ = [
        ("model_asset_buffer", c_char_p), ("model_asset_buffer_count", c_uint32), ("model_asset_path", c_char_p),
        ("file_descriptor", c_int), ("delegate", c_int), ("host_environment", c_int), ("host_system", c_int),
        ("host_version", c_char_p), ("ca_bundle_path", c_char_p), ("app_id", c_char_p), ("app_version", c_char_p),
        ("npu_dispatch_library_dir", c_char_p),
    ]


class _Category(Structure):
    _fields_ = [("index", c_int), ("score", c_float), ("category_name", c_char_p), ("display_name", c_char_p)]


class _Landmark(Structure):
    _fields_ = [
        ("x", c_float), ("y", c_float), ("z", c_float), ("has_visibility", c_bool), ("visibility", c_float),
        ("has_presence", c_bool), ("presence", c_float), ("name", c_char_p),
    ]


def _array(name, element):
    return [(name, POINTER(element)), (name + "_count", c_uint32)]


class _Categories(Structure):
    _fields_ = _array("categories", _Category)


class _Landmarks(Structure):
    _fields_ = _array("landmarks", _Landmark)

    def points(self):
        items = self.landmarks[: self.landmarks_count] if self.landmarks_count else []
        return [(item.x, item.y, item.z, item.visibility) for item in items]


class _Keypoint(Structure):
    _fields_ = [("x", c_float), ("y", c_float), ("label", c_char_p), ("score", c_float)]


class _Rect(Structure):
    _fields_ = [("left", c_int), ("top", c_int), ("bottom", c_int), ("right", c_int)]


class _Detection(Structure):
    _fields_ = _array("categories", _Category) + [("bounding_box", _Rect)] + _array("keypoints", _Keypoint)


class _Hands(Structure):
    _fields_ = (
        _array("handedness", _Categories) + _array("hand_landmarks", _Landmarks) + _array("hand_world_landmarks", _Landmarks))


class _Poses(Structure):
    _fields_ = (
        _array("segmentation_masks", c_void_p) + _array("pose_landmarks", _Landmarks)
        + _array("pose_world_landmarks", _Landmarks))


class _Faces(Structure):
    _fields_ = (
        _array("face_landmarks", _Landmarks) + _array("face_blendshapes", _Categories)
        + _array("facial_transformation_matrixes", c_void_p))


class _Person(Structure):
    _fields_ = [
        (name, _Landmarks) for name in (
            "face_landmarks", "pose_landmarks", "pose_world_landmarks", "left_hand_landmarks", "right_hand_landmarks",
            "left_hand_world_landmarks", "right_hand_world_landmarks")
    ] + [("face_blendshapes", _Categories), ("pose_segmentation_mask", c_void_p)]


class _Detections(Structure):
    _fields_ = _array("detections", _Detection)


class _Masks(Structure):
    _fields_ = (
        _array("confidence_masks", c_void_p) + [("category_mask", c_void_p), ("has_category_mask", c_uint32)]
        + _array("quality_scores", c_float))


class _Kind(NamedTuple):
    """A task: its names in C, the fields of its options and its result."""

    name: str
    verb: str
    fields: list
    result: type


HANDS = _Kind("HandLandmarker", "Detect", [
    ("num_hands", c_int), ("min_hand_detection_confidence", c_float), ("min_hand_presence_confidence", c_float),
    ("min_tracking_confidence", c_float)], _Hands)
POSE = _Kind("PoseLandmarker", "Detect", [
    ("num_poses", c_int), ("min_pose_detection_confidence", c_float), ("min_pose_presence_confidence", c_float),
    ("min_tracking_confidence", c_float), ("output_segmentation_masks", c_bool)], _Poses)
FACE_MESH = _Kind("FaceLandmarker", "Detect", [
    ("num_faces", c_int), ("min_face_detection_confidence", c_float), ("min_face_presence_confidence", c_float),
    ("min_tracking_confidence", c_float), ("output_face_blendshapes", c_bool),
    ("output_facial_transformation_matrixes", c_bool)], _Faces)
HOLISTIC = _Kind("HolisticLandmarker", "Detect", [
    ("min_face_detection_confidence", c_float), ("min_face_suppression_threshold", c_float),
    ("min_face_presence_confidence", c_float), ("min_hand_landmarks_confidence", c_float),
    ("min_pose_detection_confidence", c_float), ("min_pose_suppression_threshold", c_float),
    ("min_pose_presence_confidence", c_float), ("output_face_blendshapes", c_bool),
    ("output_pose_segmentation_masks", c_bool)], _Person)
FACE_DETECTION = _Kind("FaceDetector", "Detect", [
    ("min_detection_confidence", c_float), ("min_suppression_threshold", c_float)], _Detections)
SEGMENTATION = _Kind("ImageSegmenter", "Segment", [
    ("display_names_locale", c_char_p), ("output_confidence_masks", c_bool), ("output_category_mask", c_bool)], _Masks)


# The solutions' arguments that set options of other names.
_ARGUMENTS = (
    (r"\bmin_[a-z]+_detection_confidence\b", "min_detection_confidence"),
    (r"\bmin_[a-z]+_presence_confidence\b", "min_tracking_confidence"),
    (r"\bnum_(hands|faces)\b", r"max_num_\1"),
    (r"\boutput(_pose)?_segmentation_masks\b", "enable_segmentation"),
)


def _with_arguments(text):
    """A text about options that names the arguments by which the caller set them."""
    for option, argument in _ARGUMENTS:
        text = re.sub(option, argument, text)
    return text


class Task:
    """A task of the library, for independent images or for a stream."""

    def __init__(self, kind, model, stream, smooth=True, **options):
        self._kind, self._stream, self.process = kind, stream, os.getpid()
        layout = type(kind.name, (Structure,), {
            "_fields_": [("base_options", _Base), ("running_mode", c_int), *kind.fields, ("result_callback", c_void_p)]})
        values = layout(
            base_options=_Base(model_asset_path=model_path(model).encode(), file_descriptor=-1),
            running_mode=_VIDEO if stream else _IMAGE)
        for name, value in options.items():
            try:
                setattr(values, name, value)
            except TypeError as error:
                raise TypeError(f"{_with_arguments(name)} is {value!r}: {error}") from None
        self._handle = c_void_p()
        lib = library()
        create, smoothing = getattr(lib, f"Mp{kind.name}Create"), ()
        if not smooth:
            create, smoothing = lib.VisionPoseLandmarkerCreate, (False,)
        try:
            call(create, ctypes.byref(values), *smoothing, ctypes.byref(self._handle))
        except (ValueError, RuntimeError) as error:
            raise type(error)(_with_arguments(str(error))) from None

    def run(self, image, milliseconds, read):
        """What `read` makes of the result in C."""
        lib, kind = library(), self._kind
        height, width, _ = image.shape
        handle, result = c_void_p(), kind.result()
        call(
            lib.MpImageCreateFromUint8Data, _SRGB, width, height, image.ctypes.data_as(POINTER(ctypes.c_uint8)), image.size,
            ctypes.byref(handle))
        try:
            if self._stream:
                call(
                    getattr(lib, f"Mp{kind.name}{kind.verb}ForVideo"), self._handle, handle, None, c_int64(milliseconds),
                    ctypes.byref(result))
            else:
                call(getattr(lib, f"Mp{kind.name}{kind.verb}Image"), self._handle, handle, None, ctypes.byref(result))
        finally:
            lib.MpImageFree(handle)
        try:
            return read(result)
        finally:
            getattr(lib, f"Mp{kind.name}CloseResult")(ctypes.byref(result))

    def close(self):
        # In a forked child it would wait for ever for threads that only the parent has.
        if self._handle and self.process == os.getpid():
            call(getattr(library(), f"Mp{self._kind.name}Close"), self._handle)
        self._handle = c_void_p()

    def __del__(self):
        if getattr(self, "_handle", None):
            self.close()


def mask_array(image):
    """A copy of a mask's values, height x width; None without a mask."""
    if not image:
        return None
    lib, image, data = library(), c_void_p(image), POINTER(c_float)()
    call(lib.MpImageDataFloat32, image, ctypes.byref(data))
    return np.ctypeslib.as_array(data, shape=(lib.MpImageGetHeight(image), lib.MpImageGetWidth(image))).copy()
