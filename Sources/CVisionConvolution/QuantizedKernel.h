// What the quantized kernels share.

#ifndef VISION_QUANTIZED_KERNEL_H
#define VISION_QUANTIZED_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#include "CVisionConvolution.h"
#include "Paths.h"

enum {
  /// Channels of a panel of weights.
  QUANTIZED_PANEL = 16,
  /// Products of a channel that kernels add together.
  QUAD = 4,
};

/// The initial sums, requantization scales and sums of weights of a panel; its weights follow.
typedef struct {
  int32_t offsets[QUANTIZED_PANEL];
  float scales[QUANTIZED_PANEL];
  int32_t weightSums[QUANTIZED_PANEL];
} QuantizedPanelHead;

/// The output rows that a depthwise kernel computes together, so that the input rows that they read are whole quads.
typedef struct {
  int rows, quads;
} QuantizedStrip;

static inline QuantizedStrip quantized_strip(int window, int stride) {
  if (window == 3) return stride == 1 ? (QuantizedStrip){2, 1} : (QuantizedStrip){3, 2};
  return stride == 1 ? (QuantizedStrip){4, 2} : (QuantizedStrip){2, 2};
}

static inline int quantized_panel_count(const VisionQuantized *shape) {
  return (shape->outputs + QUANTIZED_PANEL - 1) / QUANTIZED_PANEL;
}

/// The elements of a window over all channels, rounded up to quads.
static inline ptrdiff_t quantized_window_size(const VisionQuantized *shape) {
  return ((ptrdiff_t)shape->window * shape->window * shape->inputs + QUAD - 1) / QUAD * QUAD;
}

/// The bytes of a panel.
static inline ptrdiff_t quantized_panel_size(const VisionQuantized *shape) {
  const QuantizedStrip strip = quantized_strip(shape->window, shape->stride);
  const ptrdiff_t count =
    shape->isDepthwise ? (ptrdiff_t)strip.rows * strip.quads * shape->window * QUAD : quantized_window_size(shape);
  return (ptrdiff_t)sizeof(QuantizedPanelHead) + count * QUANTIZED_PANEL;
}

/// The factor of the sum of a window's bytes: weights are packed as if their zero point were 128.
static inline int32_t zero_point_correction(const VisionQuantized *shape) { return 128 - shape->weightZeroPoint; }

/// The mask that turns int8 into uint8 and back; 0 for uint8.
static inline uint8_t sign_flip(bool isSigned) { return isSigned ? 0x80 : 0; }

/// The constants of requantization: the bounds of scaled sums, and what is added to them; the last 8 bits count. Then the same
/// for integers that saturate: the zero point, the lower bound of its sums, and the mask of `sign_flip`.
typedef struct {
  float min, max;
  int32_t zero, zeroPoint, least, flip;
} Requantization;

static inline Requantization requantization(const VisionQuantized *shape) {
  return (Requantization){
    (float)(shape->min - shape->outputZeroPoint), (float)(shape->max - shape->outputZeroPoint),
    shape->outputZeroPoint + sign_flip(shape->isOutputSigned), shape->outputZeroPoint, shape->min,
    sign_flip(shape->isOutputSigned),
  };
}

/// The bytes of sums, which are floats: scaled, rounded to nearest even, bounded. The types are vectors of as many
/// numbers.
///
/// At 1.5 * 2^23 the last place of a float is 1, so a sum with it rounds to an integer. Subtracting 0 keeps a number as
/// it is.
#define REQUANTIZED(Integers, Floats, Bytes, sums, scales, close) ({ \
    const Floats scaled = (sums) * (scales); \
    const Floats max = (close).max - (Floats){0}, min = (close).min - (Floats){0}; \
    const Floats below = (Floats)(((Integers)scaled & (scaled < max)) | ((Integers)max & ~(scaled < max))); \
    const Floats bounded = (Floats)(((Integers)below & (below > min)) | ((Integers)min & ~(below > min))); \
    __builtin_convertvector((Integers)(bounded + 0x1.8p23f) + ((close).zero - 0x4B400000), Bytes); \
  })

/// Dense convolution; all rows with a thread pool, or some rows on the calling thread. Not for the plain path.
void vision_quantized_dense(
  Path path, const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work,
  VisionThreadPool *pool);
void vision_quantized_dense_rows(
  Path path, const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work,
  int firstRow, int endRow);
size_t vision_quantized_dense_work_size(const VisionQuantized *shape);

/// Depthwise convolution, the same way.
void vision_quantized_depthwise(
  Path path, const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output,
  VisionThreadPool *pool);
void vision_quantized_depthwise_rows(
  Path path, const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, int firstRow,
  int endRow);

#endif
