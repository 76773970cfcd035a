#ifndef MEDIAPIPE_SEGMENTERS_H
#define MEDIAPIPE_SEGMENTERS_H

#include "image.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The masks of an image, as images that the result owns; copies by `MpImageCreateFromImageFrame` outlive it.
typedef struct MpImageSegmenterResult {
  /// A mask of the format VEC32F1 for each class.
  MpImagePtr *confidence_masks;
  uint32_t confidence_masks_count;
  /// A mask of the format GRAY8 with the index of each pixel's class.
  MpImagePtr category_mask;
  uint32_t has_category_mask;
  float *quality_scores;
  uint32_t quality_scores_count;
} MpImageSegmenterResult;

/// The options of `MpImageSegmenter`.
typedef struct MpImageSegmenterOptions {
  MpBaseOptions base_options;
  MpRunningMode running_mode;
  const char *display_names_locale;
  bool output_confidence_masks;
  bool output_category_mask;
  /// Receives the results of live-stream mode; NULL in the others. The calls come one at a time, in the order of the
  /// timestamps. Result and image are valid during the call; where the status is not `kMpOk` both are NULL.
  void (*result_callback)(MpStatus status, const MpImageSegmenterResult *result, MpImagePtr image,
                          int64_t timestamp_ms);
} MpImageSegmenterOptions;

typedef struct MpImageSegmenterInternal *MpImageSegmenterPtr;

MpStatus MpImageSegmenterCreate(const MpImageSegmenterOptions *options, MpImageSegmenterPtr *segmenter,
                                char **error_msg);
/// Processes a still image. The result is freed with `MpImageSegmenterCloseResult`.
MpStatus MpImageSegmenterSegmentImage(MpImageSegmenterPtr segmenter, MpImagePtr image,
                                      const MpImageProcessingOptions *options, MpImageSegmenterResult *result,
                                      char **error_msg);
/// Processes the next frame of a video, with a timestamp in milliseconds above the last one.
MpStatus MpImageSegmenterSegmentForVideo(MpImageSegmenterPtr segmenter, MpImagePtr image,
                                         const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                         MpImageSegmenterResult *result, char **error_msg);
/// Queues a frame of a live stream and returns at once.
MpStatus MpImageSegmenterSegmentAsync(MpImageSegmenterPtr segmenter, MpImagePtr image,
                                      const MpImageProcessingOptions *options, int64_t timestamp_ms, char **error_msg);
void MpImageSegmenterCloseResult(MpImageSegmenterResult *result);
/// Waits for the results of queued frames, and frees the task. No callback comes after it.
MpStatus MpImageSegmenterClose(MpImageSegmenterPtr segmenter, char **error_msg);
/// The names of the classes, freed with `MpStringListFree`; none where the model has none.
MpStatus MpImageSegmenterGetLabels(MpImageSegmenterPtr segmenter, MpStringList *labels, char **error_msg);

/// What to segment: the thing at a point or along a line.
typedef struct MpRegionOfInterest {
  enum { kMpRegionUnspecified = 0, kMpRegionKeypoint = 1, kMpRegionScribble = 2 } format;
  MpNormalizedKeypoint keypoint;
  MpNormalizedKeypoint *scribble;
  uint32_t scribble_count;
} MpRegionOfInterest;

/// The options of `MpInteractiveSegmenterLegacy`.
typedef struct MpInteractiveSegmenterLegacyOptions {
  MpBaseOptions base_options;
  const char *display_names_locale;
  bool output_confidence_masks;
  bool output_category_mask;
} MpInteractiveSegmenterLegacyOptions;

typedef struct MpInteractiveSegmenterLegacyInternal *MpInteractiveSegmenterLegacyPtr;

MpStatus MpInteractiveSegmenterLegacyCreate(const MpInteractiveSegmenterLegacyOptions *options,
                                            MpInteractiveSegmenterLegacyPtr *segmenter, char **error_msg);
/// Segments a thing in a still image. The result is freed with `MpInteractiveSegmenterLegacyCloseResult`.
MpStatus MpInteractiveSegmenterLegacySegmentImage(MpInteractiveSegmenterLegacyPtr segmenter, MpImagePtr image,
                                                  const MpRegionOfInterest *region_of_interest,
                                                  const MpImageProcessingOptions *options,
                                                  MpImageSegmenterResult *result, char **error_msg);
void MpInteractiveSegmenterLegacyCloseResult(MpImageSegmenterResult *result);
/// The names of the classes, freed with `MpStringListFree`; none where the model has none.
MpStatus MpInteractiveSegmenterLegacyGetLabels(MpInteractiveSegmenterLegacyPtr segmenter, MpStringList *labels,
                                               char **error_msg);
MpStatus MpInteractiveSegmenterLegacyClose(MpInteractiveSegmenterLegacyPtr segmenter, char **error_msg);

/// A line that a user drew.
typedef struct MpStroke {
  enum { kMpBrushUnspecified = 0, kMpBrushPositive = 1, kMpBrushNegative = 2, kMpBrushLasso = 3 } brush_mode;
  struct {
    float x, y;
  } *points;
  uint32_t points_count;
  bool is_completed;
} MpStroke;

typedef struct MpStrokes {
  MpStroke *strokes;
  uint32_t strokes_count;
} MpStrokes;

/// The options of `MpInteractiveSegmenter`.
typedef struct MpInteractiveSegmenterOptions {
  MpBaseOptions base_options;
} MpInteractiveSegmenterOptions;

typedef struct MpInteractiveSegmenterInternal *MpInteractiveSegmenterPtr;

/// The segmenter by strokes is not implemented: these functions return `kMpUnimplemented`.
MpStatus MpInteractiveSegmenterCreate(const MpInteractiveSegmenterOptions *options, MpInteractiveSegmenterPtr *segmenter,
                                      char **error_msg);
MpStatus MpInteractiveSegmenterSetImage(MpInteractiveSegmenterPtr segmenter, MpImagePtr image, char **error_msg);
MpStatus MpInteractiveSegmenterSegment(MpInteractiveSegmenterPtr segmenter, const MpStrokes *strokes, MpImagePtr *mask,
                                       char **error_msg);
MpStatus MpInteractiveSegmenterClose(MpInteractiveSegmenterPtr segmenter, char **error_msg);

#ifdef __cplusplus
}
#endif
#endif
