#ifndef MEDIAPIPE_COMMON_H
#define MEDIAPIPE_COMMON_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The outcome of a call, with the numbers of Abseil's status codes.
typedef enum MpStatus {
  kMpOk = 0,
  kMpCancelled = 1,
  kMpUnknown = 2,
  kMpInvalidArgument = 3,
  kMpDeadlineExceeded = 4,
  kMpNotFound = 5,
  kMpAlreadyExists = 6,
  kMpPermissionDenied = 7,
  kMpResourceExhausted = 8,
  kMpFailedPrecondition = 9,
  kMpAborted = 10,
  kMpOutOfRange = 11,
  kMpUnimplemented = 12,
  kMpInternal = 13,
  kMpUnavailable = 14,
  kMpDataLoss = 15,
  kMpUnauthenticated = 16
} MpStatus;

/// Frees the message of a call that failed; NULL is allowed.
void MpErrorFree(void *error_msg);

/// How a task receives images.
typedef enum MpRunningMode {
  /// Independent images.
  kMpRunningModeImage = 1,
  /// The frames of a video, with rising timestamps.
  kMpRunningModeVideo = 2,
  /// The frames of a live stream, with rising timestamps. The results go to a callback; frames that arrive while the task
  /// is busy are dropped.
  kMpRunningModeLiveStream = 3
} MpRunningMode;

/// The model of a task and how to run it. The model is given once: by path, bytes or descriptor.
typedef struct MpBaseOptions {
  /// The bytes of the model file, which are copied; NULL without.
  const char *model_asset_buffer;
  uint32_t model_asset_buffer_count;
  /// The path of the model file in UTF-8; NULL without.
  const char *model_asset_path;
  /// An open file with the model; 0 or less without.
  int file_descriptor;
  /// 0 the default, 1 the CPU, 2 the GPU. All run on the CPU.
  int delegate;
  /// The environment, system and version of the caller, its certificates and its application. Unused: nothing is sent.
  int host_environment;
  int host_system;
  const char *host_version;
  const char *ca_bundle_path;
  const char *app_id;
  const char *app_version;
  /// Unused.
  const char *npu_dispatch_library_dir;
} MpBaseOptions;

/// A rectangle in pixels; right and bottom are exclusive.
typedef struct MpRect {
  int left, top, bottom, right;
} MpRect;

/// A rectangle in fractions of an image's width and height.
typedef struct MpRectF {
  float left, top, bottom, right;
} MpRectF;

/// How a task sees an image. NULL in its place means the whole image, upright as stored.
typedef struct MpImageProcessingOptions {
  bool has_region_of_interest;
  /// The region of the stored image that the task sees.
  MpRectF region_of_interest;
  /// The clockwise rotation that makes the stored image upright, a multiple of 90.
  int rotation_degrees;
} MpImageProcessingOptions;

/// A class with its score.
typedef struct MpCategory {
  /// The index in the model's labels; -1 without.
  int index;
  float score;
  /// The names in UTF-8; NULL where the model has none.
  char *category_name;
  char *display_name;
} MpCategory;

/// The classes of a subject, best first.
typedef struct MpCategories {
  MpCategory *categories;
  uint32_t categories_count;
} MpCategories;

/// A landmark: of `MpNormalizedLandmarks` in fractions of the image's width and height, of `MpLandmarks` in metres.
typedef struct MpLandmark {
  float x, y, z;
  /// Whether the landmark is visible, 0 to 1, and whether the model says so.
  bool has_visibility;
  float visibility;
  /// Whether the landmark lies in the image, 0 to 1, and whether the model says so.
  bool has_presence;
  float presence;
  /// NULL.
  char *name;
} MpLandmark;

typedef MpLandmark MpNormalizedLandmark;

typedef struct MpLandmarks {
  MpLandmark *landmarks;
  uint32_t landmarks_count;
} MpLandmarks;

typedef struct MpNormalizedLandmarks {
  MpNormalizedLandmark *landmarks;
  uint32_t landmarks_count;
} MpNormalizedLandmarks;

/// A matrix of floats, column by column.
typedef struct MpMatrix {
  uint32_t rows;
  uint32_t cols;
  float *data;
} MpMatrix;

/// A point in fractions of the image's width and height.
typedef struct MpNormalizedKeypoint {
  float x, y;
  /// NULL without.
  char *label;
  float score;
} MpNormalizedKeypoint;

/// The classes to report. NULL texts, and counts of 0, mean none.
typedef struct MpClassifierOptions {
  /// The language of the display names, `en` by default.
  const char *display_names_locale;
  /// The maximum number of classes, best first; -1 for all.
  int max_results;
  /// The minimum score. At 0 or less the gesture recognizer's classifiers take that of their models' metadata.
  float score_threshold;
  /// The names to report, or not to report; at most one of both.
  const char **category_allowlist;
  uint32_t category_allowlist_count;
  const char **category_denylist;
  uint32_t category_denylist_count;
} MpClassifierOptions;

typedef struct MpStringList {
  char **strings;
  int num_strings;
} MpStringList;

/// Frees the strings of a list.
void MpStringListFree(MpStringList *list);

#ifdef __cplusplus
}
#endif
#endif
