// The kernels that turn a segmenter's output, `classes` values for each of its pixels, into masks at an image's size.

#ifndef CVISION_SEGMENTS_H
#define CVISION_SEGMENTS_H

#include <stdint.h>

typedef enum { VisionActivationNone, VisionActivationSigmoid, VisionActivationSoftmax } VisionActivation;

/// Where the positions of a row or a column of an image lie in a mask: between two neighbours, `weight` of the second one.
typedef struct {
  const int32_t *first;
  const int32_t *second;
  const float *weight;
  /// The positions from `runs[i]` to `runs[i + 1]` have the same neighbours; `runs[runCount]` is the number of positions.
  const int32_t *runs;
  int32_t runCount;
} VisionTaps;

/// Turns the pixels `first..<end` into planes of probabilities, one for each class, `planeStride` values apart.
void vision_class_planes(
  const float *values, int64_t first, int64_t end, int classes, VisionActivation activation, float *planes,
  int64_t planeStride);

/// Interpolates one row of a plane.
void vision_resize_row(const float *row, VisionTaps columns, float *result);

/// Interpolates two rows: the first one times `1 - weight` plus the second one times `weight`.
void vision_blend_rows(const float *first, const float *second, float weight, int count, float *result);

/// Does the same for results that no cache can hold: it does not read their memory before it writes it. Other threads see them after
/// `vision_finish_streaming`.
void vision_stream_blended_rows(const float *first, const float *second, float weight, int count, float *result);

/// Ends a series of `vision_stream_blended_rows` on this thread.
void vision_finish_streaming(void);

/// The largest magnitude of the values; infinite or NaN if any is.
float vision_largest_magnitude(const float *values, int64_t count);

/// The code of each pixel: its best class, the lower one of equals. With one class, 0 for a value above `threshold` and 255 for others.
/// A code is sure when the value is further than `margin` from the next best one, or the threshold.
void vision_class_codes(
  const float *values, int64_t count, int classes, float threshold, float margin, uint8_t *codes, uint8_t *sure);

/// A segmenter's output with the codes of its pixels.
typedef struct {
  const float *values;
  const uint8_t *codes;
  const uint8_t *sure;
  int32_t width;
  int32_t classes;
  /// Whether the interpolated values are turned into probabilities before they are compared.
  int32_t hasSigmoid;
} VisionClassMap;

/// The codes of a row of an image, which lies between two rows of the map: the best class of the interpolated values.
///
/// Where the four neighbours have one sure code, no interpolation can give another. The row's pixels from `starts[x]` to
/// `starts[x + 1]` have `x` as their first neighbour; there are `width + 1` starts. `cells` has room for `2 * width` bytes.
void vision_code_row(
  const VisionClassMap *map, int32_t firstRow, int32_t secondRow, float weight, VisionTaps columns, const int32_t *starts,
  uint8_t *cells, uint8_t *row);

/// How often each code occurs.
void vision_count_codes(const uint8_t *codes, int64_t count, int64_t counts[256]);

/// Blends the colours of codes into BGRA pixels: each channel becomes `(v * (256 - weight) + c * weight + 128) / 256`. A colour of 0
/// leaves its pixels as they are.
void vision_tint_codes(const uint8_t *codes, int64_t count, const uint32_t colors[256], uint32_t weight, uint32_t *pixels);

/// Puts BGRA pixels over others, which gives opaque ones: each channel becomes `(f * w + b * (256 - w) + 128) / 256`, where `w` is the weight, clamped
/// to 0...1, in 1/256. NaN counts as 0.
void vision_composite_row(uint32_t *front, const uint32_t *back, const float *weights, int64_t count);

/// Sets the alpha of opaque BGRA pixels to weights.
void vision_cut_row(uint32_t *pixels, const float *weights, int64_t count);

/// Packs planes of 0...255 into opaque BGRA pixels.
void vision_pack_row(const float *blue, const float *green, const float *red, int64_t count, uint32_t *pixels);

#endif
