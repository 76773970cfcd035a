// The functions are written in Swift, in MediaPipeC. This file checks the layouts that callers built for MediaPipe use.
#include "mediapipe.h"

#include <stddef.h>

#define CHECK_SIZE(type, size) _Static_assert(sizeof(type) == size, #type " has another size")
#define CHECK_OFFSET(type, field, offset) _Static_assert(offsetof(type, field) == offset, #type "." #field " is elsewhere")

CHECK_SIZE(MpBaseOptions, 80);
CHECK_SIZE(MpCategory, 24);
CHECK_SIZE(MpCategories, 16);
CHECK_SIZE(MpLandmark, 40);
CHECK_OFFSET(MpLandmark, presence, 24);
CHECK_SIZE(MpDetection, 48);
CHECK_OFFSET(MpDetection, keypoints, 32);
CHECK_SIZE(MpClassifications, 24);
CHECK_SIZE(MpClassificationResult, 32);
CHECK_SIZE(MpEmbedding, 32);
CHECK_SIZE(MpEmbeddingResult, 32);
CHECK_SIZE(MpClassifierOptions, 48);
CHECK_SIZE(MpImageProcessingOptions, 24);
CHECK_SIZE(MpHandLandmarkerOptions, 112);
CHECK_SIZE(MpHandLandmarkerResult, 48);
CHECK_SIZE(MpGestureRecognizerOptions, 208);
CHECK_OFFSET(MpGestureRecognizerOptions, custom_gestures_classifier_options, 152);
CHECK_SIZE(MpGestureRecognizerResult, 64);
CHECK_SIZE(MpPoseLandmarkerOptions, 112);
CHECK_SIZE(MpPoseLandmarkerResult, 48);
CHECK_SIZE(MpFaceLandmarkerOptions, 112);
CHECK_SIZE(MpFaceLandmarkerResult, 48);
CHECK_SIZE(MpHolisticLandmarkerOptions, 128);
CHECK_OFFSET(MpHolisticLandmarkerOptions, result_callback, 120);
CHECK_SIZE(MpHolisticLandmarkerResult, 136);
CHECK_SIZE(MpFaceDetectorOptions, 104);
CHECK_SIZE(MpObjectDetectorOptions, 144);
CHECK_OFFSET(MpObjectDetectorOptions, result_callback, 136);
CHECK_SIZE(MpImageClassifierOptions, 144);
CHECK_SIZE(MpImageEmbedderOptions, 96);
CHECK_SIZE(MpImageSegmenterOptions, 112);
CHECK_SIZE(MpImageSegmenterResult, 48);
CHECK_SIZE(MpInteractiveSegmenterLegacyOptions, 96);
CHECK_SIZE(MpRegionOfInterest, 48);
CHECK_SIZE(MpStrokes, 16);
