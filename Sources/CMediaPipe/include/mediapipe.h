/// MediaPipe's C interface to vision tasks: images, and a header for each kind of tasks.
///
/// A task is created with options, runs on images, and is closed:
///
///     MpHandLandmarkerOptions options = {.base_options.model_asset_path = "hand_landmarker.task",
///                                        .running_mode = kMpRunningModeImage, .num_hands = 2,
///                                        .min_hand_detection_confidence = 0.5f, .min_hand_presence_confidence = 0.5f,
///                                        .min_tracking_confidence = 0.5f};
///     MpHandLandmarkerPtr landmarker = NULL;
///     char *error = NULL;
///     if (MpHandLandmarkerCreate(&options, &landmarker, &error) != kMpOk) { puts(error); MpErrorFree(error); }
///
/// Every function that may fail returns a status. Where it is not `kMpOk` and `error_msg` is not NULL, `*error_msg` is a
/// sentence that the caller frees with `MpErrorFree`. Arguments that only have to be read may be freed after the call.
/// Functions may be called from any thread; the calls of one task are processed one at a time.
///
/// Layouts are those of MediaPipe's package 1.2.3. Callers built for 1.0.0 to 1.2.2, whose options are shorter, are
/// recognized by the running mode behind the base options.
#ifndef MEDIAPIPE_H
#define MEDIAPIPE_H

#include "mediapipe/additions.h"
#include "mediapipe/common.h"
#include "mediapipe/detectors.h"
#include "mediapipe/image.h"
#include "mediapipe/image_tasks.h"
#include "mediapipe/landmarkers.h"
#include "mediapipe/segmenters.h"

#endif
