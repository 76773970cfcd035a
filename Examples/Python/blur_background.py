"""Blurs what is behind a person.

    python blur_background.py IMAGE OUTPUT
"""
import vision_mediapipe
vision_mediapipe.enable()

import sys

import cv2
import mediapipe as mp
import numpy as np
from mediapipe.tasks.python import BaseOptions, vision

photo = cv2.imread(sys.argv[1])
if photo is None:
    sys.exit(f"There is no image {sys.argv[1]}.")
options = vision.ImageSegmenterOptions(
    # Or the path of your own file. `python -m vision_mediapipe fetch selfie_segmenter` downloads this one.
    base_options=BaseOptions(model_asset_path=vision_mediapipe.model_path("selfie_segmenter")),
    output_confidence_masks=True)
with vision.ImageSegmenter.create_from_options(options) as segmenter:
    image = mp.Image(image_format=mp.ImageFormat.SRGB, data=cv2.cvtColor(photo, cv2.COLOR_BGR2RGB))
    result = segmenter.segment(image)

# Its memory is the mask's, so `result` has to stay.
person = result.confidence_masks[0].numpy_view()
weights = person.reshape(*photo.shape[:2], 1)
blurred = cv2.GaussianBlur(photo, (0, 0), max(photo.shape) / 60)
cv2.imwrite(sys.argv[2], (weights * photo + (1 - weights) * blurred).astype(np.uint8))
print(f"{np.mean(person > 0.5):.1%} of the image is a person")
