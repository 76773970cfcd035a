// The layout of a dense convolution's packed weights.

#ifndef VISION_DENSE_PACKING_H
#define VISION_DENSE_PACKING_H

#include <string.h>

#include "CVisionConvolution.h"

enum {
  /// Output channels of a panel: first their biases, then their weights for each element of the window, row by row.
  /// Missing channels are 0. Reduced weights follow the channels' scales, and the two of a pair of elements stand side by
  /// side.
  PANEL = 16,
  /// Maximum pairs of products whose sum is kept in float16.
  FLOAT16_PAIRS = 32,
};

/// The number of elements of a window.
static inline ptrdiff_t window_count(const VisionDense *shape) {
  return (ptrdiff_t)shape->window * shape->window * shape->inputs;
}

/// The number of panels of all output channels.
static inline int panel_count(const VisionDense *shape) { return (shape->outputs + PANEL - 1) / PANEL; }

/// Whether products are of 16-bit numbers.
static inline bool is_reduced(const VisionDense *shape) { return shape->numbers != VISION_FLOAT32; }

/// Whether weights are widened before they are multiplied.
static inline bool is_widened(const VisionDense *shape) { return shape->isHalf && !is_reduced(shape); }

/// The pairs of reduced numbers in a row of a window.
static inline ptrdiff_t row_pairs(const VisionDense *shape) { return (ptrdiff_t)shape->window * shape->inputs / 2; }

/// The blocks of nearly equal size into which pairs are divided, of at most `most`.
static inline ptrdiff_t block_count(ptrdiff_t pairs, ptrdiff_t most) { return (pairs + most - 1) / most; }

static inline ptrdiff_t block_start(ptrdiff_t pairs, ptrdiff_t block, ptrdiff_t blocks) { return pairs * block / blocks; }

/// The bytes of a packed weight.
static inline ptrdiff_t weight_size(const VisionDense *shape) {
  return shape->isHalf || is_reduced(shape) ? sizeof(uint16_t) : sizeof(float);
}

/// The bytes of a value that is multiplied.
static inline ptrdiff_t value_size(const VisionDense *shape) {
  return is_reduced(shape) ? sizeof(uint16_t) : sizeof(float);
}

/// The bytes of a panel in front of its weights.
static inline ptrdiff_t panel_start(const VisionDense *shape) {
  return (is_reduced(shape) ? 2 : 1) * PANEL * (ptrdiff_t)sizeof(float);
}

/// Float16 to float32, as the vector instructions convert it.
static inline float vision_of_half(uint16_t bits) {
  const bool isFinite = (bits & 0x7C00) != 0x7C00;
  const uint32_t magnitude = (uint32_t)(bits & 0x7FFF) << 13 | (isFinite ? 0 : 0x7F800000);
  float number;
  memcpy(&number, &magnitude, sizeof number);
  if (!isFinite) return bits & 0x8000 ? -number : number;
  // Moves the exponent's bias by a product, which is also right for subnormal numbers.
  return number * (bits & 0x8000 ? -0x1p112f : 0x1p112f);
}

/// The residual's channels.
static inline int32_t vision_residual_channels(const VisionDense *shape, const VisionEpilogue *epilogue) {
  return epilogue->residualChannels > 0 ? epilogue->residualChannels : shape->outputs;
}

/// The bytes of a panel.
static inline ptrdiff_t panel_size(const VisionDense *shape) {
  return panel_start(shape) + PANEL * window_count(shape) * weight_size(shape);
}

/// The bytes of weights that a tile reads of each panel, in the form in which they are multiplied.
static inline ptrdiff_t tile_weights_size(const VisionDense *shape) {
  const ptrdiff_t products = is_reduced(shape) ? shape->window * row_pairs(shape) : window_count(shape);
  return products * PANEL * (ptrdiff_t)sizeof(float);
}

#endif
