#ifndef MEDIAPIPE_IMAGE_TASKS_H
#define MEDIAPIPE_IMAGE_TASKS_H

#include "image.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The classes of an output of a classifier, best first.
typedef struct MpClassifications {
  MpCategory *categories;
  uint32_t categories_count;
  int head_index;
  /// NULL without.
  char *head_name;
} MpClassifications;

/// The classes of an image, for each output of the model.
typedef struct MpClassificationResult {
  MpClassifications *classifications;
  uint32_t classifications_count;
  int64_t timestamp_ms;
  bool has_timestamp_ms;
} MpClassificationResult;

/// The options of `MpImageClassifier`.
typedef struct MpImageClassifierOptions {
  MpBaseOptions base_options;
  MpRunningMode running_mode;
  MpClassifierOptions classifier_options;
  /// Receives the results of live-stream mode; NULL in the others. The calls come one at a time, in the order of the
  /// timestamps. Result and image are valid during the call; where the status is not `kMpOk` both are NULL.
  void (*result_callback)(MpStatus status, const MpClassificationResult *result, MpImagePtr image,
                          int64_t timestamp_ms);
} MpImageClassifierOptions;

typedef struct MpImageClassifierInternal *MpImageClassifierPtr;

MpStatus MpImageClassifierCreate(const MpImageClassifierOptions *options, MpImageClassifierPtr *classifier,
                                 char **error_msg);
/// Processes a still image. The result is freed with `MpImageClassifierCloseResult`.
MpStatus MpImageClassifierClassifyImage(MpImageClassifierPtr classifier, MpImagePtr image,
                                        const MpImageProcessingOptions *options, MpClassificationResult *result,
                                        char **error_msg);
/// Processes the next frame of a video, with a timestamp in milliseconds above the last one.
MpStatus MpImageClassifierClassifyForVideo(MpImageClassifierPtr classifier, MpImagePtr image,
                                           const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                           MpClassificationResult *result, char **error_msg);
/// Queues a frame of a live stream and returns at once.
MpStatus MpImageClassifierClassifyAsync(MpImageClassifierPtr classifier, MpImagePtr image,
                                        const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                        char **error_msg);
void MpImageClassifierCloseResult(MpClassificationResult *result);
/// Waits for the results of queued frames, and frees the task. No callback comes after it.
MpStatus MpImageClassifierClose(MpImageClassifierPtr classifier, char **error_msg);

/// An output of an embedder: floats, or bytes where `quantize` asks for them.
typedef struct MpEmbedding {
  float *float_embedding;
  /// Signed bytes.
  uint8_t *quantized_embedding;
  uint32_t values_count;
  int head_index;
  /// NULL without.
  char *head_name;
} MpEmbedding;

/// The feature vectors of an image, for each output of the model.
typedef struct MpEmbeddingResult {
  MpEmbedding *embeddings;
  uint32_t embeddings_count;
  int64_t timestamp_ms;
  bool has_timestamp_ms;
} MpEmbeddingResult;

/// The options of `MpImageEmbedder`.
typedef struct MpImageEmbedderOptions {
  MpBaseOptions base_options;
  MpRunningMode running_mode;
  struct {
    /// Whether vectors have the length 1.
    bool l2_normalize;
    bool quantize;
  } embedder_options;
  void (*result_callback)(MpStatus status, const MpEmbeddingResult *result, MpImagePtr image, int64_t timestamp_ms);
} MpImageEmbedderOptions;

typedef struct MpImageEmbedderInternal *MpImageEmbedderPtr;

MpStatus MpImageEmbedderCreate(const MpImageEmbedderOptions *options, MpImageEmbedderPtr *embedder, char **error_msg);
/// Processes a still image. The result is freed with `MpImageEmbedderCloseResult`.
MpStatus MpImageEmbedderEmbedImage(MpImageEmbedderPtr embedder, MpImagePtr image,
                                   const MpImageProcessingOptions *options, MpEmbeddingResult *result,
                                   char **error_msg);
/// Processes the next frame of a video, with a timestamp in milliseconds above the last one.
MpStatus MpImageEmbedderEmbedForVideo(MpImageEmbedderPtr embedder, MpImagePtr image,
                                      const MpImageProcessingOptions *options, int64_t timestamp_ms,
                                      MpEmbeddingResult *result, char **error_msg);
/// Queues a frame of a live stream and returns at once.
MpStatus MpImageEmbedderEmbedAsync(MpImageEmbedderPtr embedder, MpImagePtr image,
                                   const MpImageProcessingOptions *options, int64_t timestamp_ms, char **error_msg);
/// The cosine of the angle between two embeddings of one model, both float or both quantized.
MpStatus MpImageEmbedderCosineSimilarity(const MpEmbedding *first, const MpEmbedding *second, double *similarity,
                                         char **error_msg);
void MpImageEmbedderCloseResult(MpEmbeddingResult *result);
/// Waits for the results of queued frames, and frees the task. No callback comes after it.
MpStatus MpImageEmbedderClose(MpImageEmbedderPtr embedder, char **error_msg);

#ifdef __cplusplus
}
#endif
#endif
