#ifndef MEDIAPIPE_DETECTORS_H
#define MEDIAPIPE_DETECTORS_H

#include "image.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An object or a face.
typedef struct MpDetection {
  /// The classes, best first.
  MpCategory *categories;
  uint32_t categories_count;
  MpRect bounding_box;
  /// The six keypoints of a face; none of an object.
  MpNormalizedKeypoint *keypoints;
  uint32_t keypoints_count;
} MpDetection;

/// The detections in an image, best first.
typedef struct MpDetectionResult {
  MpDetection *detections;
  uint32_t detections_count;
} MpDetectionResult;

/// The options of `MpObjectDetector`.
typedef struct MpObjectDetectorOptions {
  MpBaseOptions base_options;
  MpRunningMode running_mode;
  /// The classes to report; see `MpClassifierOptions`.
  const char *display_names_locale;
  int max_results;
  float score_threshold;
  const char **category_allowlist;
  int category_allowlist_count;
  const char **category_denylist;
  int category_denylist_count;
  /// Receives the results of live-stream mode; NULL in the others. The calls come one at a time, in the order of the
  /// timestamps. Result and image are valid during the call; where the status is not `kMpOk` both are NULL.
  void (*result_callback)(MpStatus status, const MpDetectionResult *result, MpImagePtr image, int64_t timestamp_ms);
} MpObjectDetectorOptions;

typedef struct MpObjectDetectorInternal *MpObjectDetectorPtr;

MpStatus MpObjectDetectorCreate(const MpObjectDetectorOptions *options, MpObjectDetectorPtr *detector,
                                char **error_msg);
/// Processes a still image. The result is freed with `MpObjectDetectorCloseResult`.
MpStatus MpObjectDetectorDetectImage(MpObjectDetectorPtr detector, MpImagePtr image,
                                     const MpImageProcessingOptions *options, MpDetectionResult *result,
                                     char **error_msg);
/// Processes the next frame of a video, with a timestamp in milliseconds above the last one.
MpStatus MpObjectDetectorDetectForVideo(MpObjectDetectorPtr detector, MpImagePtr image,
                                        const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                        MpDetectionResult *result, char **error_msg);
/// Queues a frame of a live stream and returns at once.
MpStatus MpObjectDetectorDetectAsync(MpObjectDetectorPtr detector, MpImagePtr image,
                                     const MpImageProcessingOptions *options, int64_t timestamp_ms, char **error_msg);
void MpObjectDetectorCloseResult(MpDetectionResult *result);
/// Waits for the results of queued frames, and frees the task. No callback comes after it.
MpStatus MpObjectDetectorClose(MpObjectDetectorPtr detector, char **error_msg);

/// The options of `MpFaceDetector`.
typedef struct MpFaceDetectorOptions {
  MpBaseOptions base_options;
  MpRunningMode running_mode;
  /// The minimum score of a face, 0 to 1.
  float min_detection_confidence;
  /// The overlap, 0 to 1, from which the lower-scored of two faces is dropped.
  float min_suppression_threshold;
  void (*result_callback)(MpStatus status, const MpDetectionResult *result, MpImagePtr image, int64_t timestamp_ms);
} MpFaceDetectorOptions;

typedef struct MpFaceDetectorInternal *MpFaceDetectorPtr;

MpStatus MpFaceDetectorCreate(const MpFaceDetectorOptions *options, MpFaceDetectorPtr *detector, char **error_msg);
/// Processes a still image. The result is freed with `MpFaceDetectorCloseResult`.
MpStatus MpFaceDetectorDetectImage(MpFaceDetectorPtr detector, MpImagePtr image,
                                   const MpImageProcessingOptions *options, MpDetectionResult *result,
                                   char **error_msg);
/// Processes the next frame of a video, with a timestamp in milliseconds above the last one.
MpStatus MpFaceDetectorDetectForVideo(MpFaceDetectorPtr detector, MpImagePtr image,
                                      const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                      MpDetectionResult *result, char **error_msg);
/// Queues a frame of a live stream and returns at once.
MpStatus MpFaceDetectorDetectAsync(MpFaceDetectorPtr detector, MpImagePtr image,
                                   const MpImageProcessingOptions *options, int64_t timestamp_ms, char **error_msg);
void MpFaceDetectorCloseResult(MpDetectionResult *result);
/// Waits for the results of queued frames, and frees the task. No callback comes after it.
MpStatus MpFaceDetectorClose(MpFaceDetectorPtr detector, char **error_msg);

#ifdef __cplusplus
}
#endif
#endif
