// The parts of a dense convolution's input that a thread takes at a time, and their sizes in working memory.

#ifndef DENSE_PARTS_H
#define DENSE_PARTS_H

#include "DensePacking.h"
#include "Thresholds.h"

enum {
  MAX_PIXELS = 16,
  MAX_VECTORS = 4,
  /// Pixels of a part: enough to be worth the widening of float16 weights.
  PART_PIXELS = 480,
  /// Pixels of a part that is a strip of rows, whose input is padded with zeros.
  STRIP_PIXELS = 512,
  /// The same for a single output channel, whose padded rows are more work than its products.
  SINGLE_STRIP_PIXELS = 2048,
  /// Vectors of pixels of a tile with a single output channel.
  SINGLE_VECTORS = 8,
  /// Maximum input channels there: padded rows of more would leave the cache.
  SINGLE_INPUTS = 64,
  /// More pixels than any tile with a single output channel has.
  SINGLE_PIXELS = 128,
};

/// Whether windows are single pixels with stride 1, so that rows of the image do not matter.
static inline bool is_pointwise(const VisionDense *shape) {
  return shape->window == 1 && shape->stride == 1 && shape->top == 0 && shape->left == 0
    && shape->inputHeight == shape->outputHeight && shape->inputWidth == shape->outputWidth;
}

static inline ptrdiff_t padded_width(const VisionDense *shape) {
  return (ptrdiff_t)(shape->outputWidth - 1) * shape->stride + shape->window;
}

/// Whether a single output channel is computed for rows of pixels, which then fill the vectors.
static inline bool is_single(const VisionDense *shape) {
  return shape->outputs == 1 && shape->inputs <= SINGLE_INPUTS && shape->window > 1 && shape->stride == 1
    && shape->outputWidth >= vision_single_width;
}

static inline int strip_rows(const VisionDense *shape) {
  const int rows = (is_single(shape) ? SINGLE_STRIP_PIXELS : STRIP_PIXELS) / shape->outputWidth;
  return rows < 1 ? 1 : rows < shape->outputHeight ? rows : shape->outputHeight;
}

/// The input rows that some output rows read.
static inline int padded_rows(const VisionDense *shape, int rows) { return (rows - 1) * shape->stride + shape->window; }

/// The input columns that padded rows have.
static inline int padded_columns(const VisionDense *shape) {
  const ptrdiff_t columns = padded_width(shape) - shape->left;
  return columns < shape->inputWidth ? (int)columns : shape->inputWidth;
}

/// The floats of a padded row of one channel, for tiles that end beyond the last pixel.
static inline ptrdiff_t plane_width(const VisionDense *shape) {
  const ptrdiff_t pixels = ((ptrdiff_t)shape->outputWidth + SINGLE_PIXELS - 1) / SINGLE_PIXELS * SINGLE_PIXELS;
  return pixels + shape->window - 1 + PANEL;
}

/// The floats that have the size of the values of some pixels.
static inline ptrdiff_t pixels_count(const VisionDense *shape, ptrdiff_t pixels) {
  return pixels * shape->inputs * value_size(shape) / (ptrdiff_t)sizeof(float);
}

/// The floats of a part's input: with padding around it, or with reduced numbers.
static inline size_t padded_count(const VisionDense *shape) {
  if (is_pointwise(shape)) return is_reduced(shape) ? (size_t)pixels_count(shape, PART_PIXELS) : 0;
  const ptrdiff_t width = is_single(shape) ? plane_width(shape) : padded_width(shape);
  return (size_t)pixels_count(shape, padded_rows(shape, strip_rows(shape)) * width);
}

#endif
