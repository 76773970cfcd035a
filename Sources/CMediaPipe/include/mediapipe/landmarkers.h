#ifndef MEDIAPIPE_LANDMARKERS_H
#define MEDIAPIPE_LANDMARKERS_H

#include "image.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The hands in an image: arrays with an element for each hand, in the same order.
typedef struct MpHandLandmarkerResult {
  MpCategories *handedness;
  uint32_t handedness_count;
  /// 21 landmarks a hand.
  MpNormalizedLandmarks *hand_landmarks;
  uint32_t hand_landmarks_count;
  MpLandmarks *hand_world_landmarks;
  uint32_t hand_world_landmarks_count;
} MpHandLandmarkerResult;

/// The options of `MpHandLandmarker`.
typedef struct MpHandLandmarkerOptions {
  MpBaseOptions base_options;
  MpRunningMode running_mode;
  /// The maximum number of hands, at least 1.
  int num_hands;
  /// The minimum scores, 0 to 1: of the palm's detection, of the hand's presence, and of the overlap with the previous
  /// frame's hand.
  float min_hand_detection_confidence;
  float min_hand_presence_confidence;
  float min_tracking_confidence;
  /// Receives the results of live-stream mode; NULL in the others. The calls come one at a time, in the order of the
  /// timestamps. Result and image are valid during the call; where the status is not `kMpOk` both are NULL.
  void (*result_callback)(MpStatus status, const MpHandLandmarkerResult *result, MpImagePtr image,
                          int64_t timestamp_ms);
} MpHandLandmarkerOptions;

typedef struct MpHandLandmarkerInternal *MpHandLandmarkerPtr;

MpStatus MpHandLandmarkerCreate(const MpHandLandmarkerOptions *options, MpHandLandmarkerPtr *landmarker,
                                char **error_msg);
/// Processes a still image. The result is freed with `MpHandLandmarkerCloseResult`.
MpStatus MpHandLandmarkerDetectImage(MpHandLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, MpHandLandmarkerResult *result,
                                     char **error_msg);
/// Processes the next frame of a video, with a timestamp in milliseconds above the last one.
MpStatus MpHandLandmarkerDetectForVideo(MpHandLandmarkerPtr landmarker, MpImagePtr image,
                                        const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                        MpHandLandmarkerResult *result, char **error_msg);
/// Queues a frame of a live stream and returns at once.
MpStatus MpHandLandmarkerDetectAsync(MpHandLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, int64_t timestamp_ms, char **error_msg);
void MpHandLandmarkerCloseResult(MpHandLandmarkerResult *result);
/// Waits for the results of queued frames, and frees the task. No callback comes after it.
MpStatus MpHandLandmarkerClose(MpHandLandmarkerPtr landmarker, char **error_msg);

/// The hands in an image with their gestures: arrays with an element for each hand, in the same order. As in MediaPipe,
/// `gestures` has one category for each hand whose gesture passes the options and nothing for others, and there are no
/// hands where none passes.
typedef struct MpGestureRecognizerResult {
  MpCategories *gestures;
  uint32_t gestures_count;
  MpCategories *handedness;
  uint32_t handedness_count;
  MpNormalizedLandmarks *hand_landmarks;
  uint32_t hand_landmarks_count;
  MpLandmarks *hand_world_landmarks;
  uint32_t hand_world_landmarks_count;
} MpGestureRecognizerResult;

/// The options of `MpGestureRecognizer`.
typedef struct MpGestureRecognizerOptions {
  MpBaseOptions base_options;
  MpRunningMode running_mode;
  /// The maximum number of hands, at least 1.
  int num_hands;
  /// The minimum scores, 0 to 1: of the palm's detection, of the hand's presence, and of the overlap with the previous
  /// frame's hand.
  float min_hand_detection_confidence;
  float min_hand_presence_confidence;
  float min_tracking_confidence;
  MpClassifierOptions canned_gestures_classifier_options;
  MpClassifierOptions custom_gestures_classifier_options;
  void (*result_callback)(MpStatus status, const MpGestureRecognizerResult *result, MpImagePtr image,
                          int64_t timestamp_ms);
} MpGestureRecognizerOptions;

typedef struct MpGestureRecognizerInternal *MpGestureRecognizerPtr;

MpStatus MpGestureRecognizerCreate(const MpGestureRecognizerOptions *options, MpGestureRecognizerPtr *recognizer,
                                   char **error_msg);
/// Processes a still image. The result is freed with `MpGestureRecognizerCloseResult`.
MpStatus MpGestureRecognizerRecognizeImage(MpGestureRecognizerPtr recognizer, MpImagePtr image,
                                           const MpImageProcessingOptions *options, MpGestureRecognizerResult *result,
                                           char **error_msg);
/// Processes the next frame of a video, with a timestamp in milliseconds above the last one.
MpStatus MpGestureRecognizerRecognizeForVideo(MpGestureRecognizerPtr recognizer, MpImagePtr image,
                                              const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                              MpGestureRecognizerResult *result, char **error_msg);
/// Queues a frame of a live stream and returns at once.
MpStatus MpGestureRecognizerRecognizeAsync(MpGestureRecognizerPtr recognizer, MpImagePtr image,
                                           const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                           char **error_msg);
void MpGestureRecognizerCloseResult(MpGestureRecognizerResult *result);
/// Waits for the results of queued frames, and frees the task. No callback comes after it.
MpStatus MpGestureRecognizerClose(MpGestureRecognizerPtr recognizer, char **error_msg);

/// The people in an image: arrays with an element for each person, in the same order.
typedef struct MpPoseLandmarkerResult {
  /// Images of the format VEC32F1 and the input's size.
  MpImagePtr *segmentation_masks;
  uint32_t segmentation_masks_count;
  /// 33 landmarks a person.
  MpNormalizedLandmarks *pose_landmarks;
  uint32_t pose_landmarks_count;
  MpLandmarks *pose_world_landmarks;
  uint32_t pose_world_landmarks_count;
} MpPoseLandmarkerResult;

/// The options of `MpPoseLandmarker`.
typedef struct MpPoseLandmarkerOptions {
  MpBaseOptions base_options;
  MpRunningMode running_mode;
  /// The maximum number of people, at least 1.
  int num_poses;
  /// The minimum scores, 0 to 1: of the person's detection, of the pose's presence, and of the overlap with the previous
  /// frame's person.
  float min_pose_detection_confidence;
  float min_pose_presence_confidence;
  float min_tracking_confidence;
  bool output_segmentation_masks;
  void (*result_callback)(MpStatus status, const MpPoseLandmarkerResult *result, MpImagePtr image,
                          int64_t timestamp_ms);
} MpPoseLandmarkerOptions;

typedef struct MpPoseLandmarkerInternal *MpPoseLandmarkerPtr;

MpStatus MpPoseLandmarkerCreate(const MpPoseLandmarkerOptions *options, MpPoseLandmarkerPtr *landmarker,
                                char **error_msg);
/// Processes a still image. The result is freed with `MpPoseLandmarkerCloseResult`.
MpStatus MpPoseLandmarkerDetectImage(MpPoseLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, MpPoseLandmarkerResult *result,
                                     char **error_msg);
/// Processes the next frame of a video, with a timestamp in milliseconds above the last one.
MpStatus MpPoseLandmarkerDetectForVideo(MpPoseLandmarkerPtr landmarker, MpImagePtr image,
                                        const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                        MpPoseLandmarkerResult *result, char **error_msg);
/// Queues a frame of a live stream and returns at once.
MpStatus MpPoseLandmarkerDetectAsync(MpPoseLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, int64_t timestamp_ms, char **error_msg);
void MpPoseLandmarkerCloseResult(MpPoseLandmarkerResult *result);
/// Waits for the results of queued frames, and frees the task. No callback comes after it.
MpStatus MpPoseLandmarkerClose(MpPoseLandmarkerPtr landmarker, char **error_msg);

/// The faces in an image: arrays with an element for each face, in the same order.
typedef struct MpFaceLandmarkerResult {
  /// 478 landmarks a face.
  MpNormalizedLandmarks *face_landmarks;
  uint32_t face_landmarks_count;
  /// 52 blendshapes a face.
  MpCategories *face_blendshapes;
  uint32_t face_blendshapes_count;
  /// A matrix of 4 x 4 a face: from the canonical face to the camera, in centimetres.
  MpMatrix *facial_transformation_matrixes;
  uint32_t facial_transformation_matrixes_count;
} MpFaceLandmarkerResult;

/// The options of `MpFaceLandmarker`.
typedef struct MpFaceLandmarkerOptions {
  MpBaseOptions base_options;
  MpRunningMode running_mode;
  /// The maximum number of faces, at least 1.
  int num_faces;
  /// The minimum scores, 0 to 1: of the face's detection, of its presence, and of the overlap with the previous frame's
  /// face.
  float min_face_detection_confidence;
  float min_face_presence_confidence;
  float min_tracking_confidence;
  bool output_face_blendshapes;
  bool output_facial_transformation_matrixes;
  void (*result_callback)(MpStatus status, const MpFaceLandmarkerResult *result, MpImagePtr image,
                          int64_t timestamp_ms);
} MpFaceLandmarkerOptions;

typedef struct MpFaceLandmarkerInternal *MpFaceLandmarkerPtr;

MpStatus MpFaceLandmarkerCreate(const MpFaceLandmarkerOptions *options, MpFaceLandmarkerPtr *landmarker,
                                char **error_msg);
/// Processes a still image. The result is freed with `MpFaceLandmarkerCloseResult`.
MpStatus MpFaceLandmarkerDetectImage(MpFaceLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, MpFaceLandmarkerResult *result,
                                     char **error_msg);
/// Processes the next frame of a video, with a timestamp in milliseconds above the last one.
MpStatus MpFaceLandmarkerDetectForVideo(MpFaceLandmarkerPtr landmarker, MpImagePtr image,
                                        const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                        MpFaceLandmarkerResult *result, char **error_msg);
/// Queues a frame of a live stream and returns at once.
MpStatus MpFaceLandmarkerDetectAsync(MpFaceLandmarkerPtr landmarker, MpImagePtr image,
                                     const MpImageProcessingOptions *options, int64_t timestamp_ms, char **error_msg);
void MpFaceLandmarkerCloseResult(MpFaceLandmarkerResult *result);
/// Waits for the results of queued frames, and frees the task. No callback comes after it.
MpStatus MpFaceLandmarkerClose(MpFaceLandmarkerPtr landmarker, char **error_msg);

/// The parts of a person; a part that was not found has no landmarks.
typedef struct MpHolisticLandmarkerResult {
  MpNormalizedLandmarks face_landmarks;
  MpNormalizedLandmarks pose_landmarks;
  MpLandmarks pose_world_landmarks;
  MpNormalizedLandmarks left_hand_landmarks;
  MpNormalizedLandmarks right_hand_landmarks;
  MpLandmarks left_hand_world_landmarks;
  MpLandmarks right_hand_world_landmarks;
  MpCategories face_blendshapes;
  /// An image of the format VEC32F1 and the input's size; NULL without.
  MpImagePtr pose_segmentation_mask;
} MpHolisticLandmarkerResult;

/// The options of `MpHolisticLandmarker`. In 1.2.2 the fields had another order; see `docs/differences.md`.
typedef struct MpHolisticLandmarkerOptions {
  MpBaseOptions base_options;
  MpRunningMode running_mode;
  /// The minimum scores, 0 to 1, and the maximum overlaps of two detections.
  float min_face_detection_confidence;
  float min_face_suppression_threshold;
  float min_face_presence_confidence;
  float min_hand_landmarks_confidence;
  float min_pose_detection_confidence;
  float min_pose_suppression_threshold;
  float min_pose_presence_confidence;
  bool output_face_blendshapes;
  bool output_pose_segmentation_masks;
  void (*result_callback)(MpStatus status, const MpHolisticLandmarkerResult *result, MpImagePtr image,
                          int64_t timestamp_ms);
} MpHolisticLandmarkerOptions;

typedef struct MpHolisticLandmarkerInternal *MpHolisticLandmarkerPtr;

MpStatus MpHolisticLandmarkerCreate(const MpHolisticLandmarkerOptions *options, MpHolisticLandmarkerPtr *landmarker,
                                    char **error_msg);
/// Processes a still image. The result is freed with `MpHolisticLandmarkerCloseResult`.
MpStatus MpHolisticLandmarkerDetectImage(MpHolisticLandmarkerPtr landmarker, MpImagePtr image,
                                         const MpImageProcessingOptions *options, MpHolisticLandmarkerResult *result,
                                         char **error_msg);
/// Processes the next frame of a video, with a timestamp in milliseconds above the last one.
MpStatus MpHolisticLandmarkerDetectForVideo(MpHolisticLandmarkerPtr landmarker, MpImagePtr image,
                                            const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                            MpHolisticLandmarkerResult *result, char **error_msg);
/// Queues a frame of a live stream and returns at once.
MpStatus MpHolisticLandmarkerDetectAsync(MpHolisticLandmarkerPtr landmarker, MpImagePtr image,
                                         const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                         char **error_msg);
void MpHolisticLandmarkerCloseResult(MpHolisticLandmarkerResult *result);
/// Waits for the results of queued frames, and frees the task. No callback comes after it.
MpStatus MpHolisticLandmarkerClose(MpHolisticLandmarkerPtr landmarker, char **error_msg);

#ifdef __cplusplus
}
#endif
#endif
