// Packed weights: blocks of 16 channels, each with its biases and then the window's columns from the top down. The last
// block is padded with zeros. Where the channels are no multiple of 8 another block has the last 8 of them, so that these
// are whole vectors, too.

#ifndef VISION_DEPTHWISE_PACKING_H
#define VISION_DEPTHWISE_PACKING_H

#include <stdbool.h>
#include <stddef.h>

#include "CVisionConvolution.h"

enum {
  BLOCK = 16,
  /// The channels of the block at the end.
  TAIL = 8,
  MAX_WINDOW = 5,
  /// Output rows of a strip.
  MAX_COUNT = 6,
  /// Input rows of a strip: those of four output rows with a window of 5 and stride 2.
  MAX_ROWS = 11,
  /// Output columns whose windows read one input column.
  MAX_AHEAD = 5,
};

/// The distances of pixels and of rows in memory, in elements.
typedef struct {
  ptrdiff_t pixel, inputRow, outputRow;
  /// Follows the bounds; NULL for nothing.
  const VisionEpilogue *epilogue;
  /// The distance from an output to its residual, in bytes.
  ptrdiff_t residual;
} DepthwiseSteps;

/// The distance of a window's elements.
static inline int depthwise_dilation(const VisionDepthwise *shape) { return shape->dilation > 1 ? shape->dilation : 1; }

/// The output rows of a strip of single or paired vectors: as many as pay off and as there are registers for the sums.
static inline int depthwise_strip_rows(int window, int stride, int registers, bool isPaired) {
  if (isPaired || (window == 5 && stride == 1)) return 2;
  return registers == 16 ? 3 : stride == 1 ? 6 : 4;
}

#endif
