// The dense convolution with stride 1 to a single output channel. Included after `DenseTile.h`, whose vectors and bounds
// it uses, once for each width and set of features.
//
// A vector holds adjacent pixels: of a vector of channels all lanes but one would be empty. So the input of a strip lies
// channel by channel, and a weight is loaded once for all pixels of a tile.

#include "Inline.h"

#define NAME_OF(name, lanes, features) name##_##lanes##_##features
#define NAME_IN(name, lanes, features) NAME_OF(name, lanes, features)
#define NAME(name) NAME_IN(name, LANES, FEATURES)
#define INLINE TARGET VISION_INLINE
#define VECTOR NAME(DenseVector)

#include "Transpose.h"

/// Copies the input rows of a strip channel by channel, with zeros around them.
TARGET static void NAME(single_pad)(
  const VisionDense *shape, const float *input, int firstRow, int rows, float *planes
) {
  const ptrdiff_t channels = shape->inputs, width = plane_width(shape);
  const int columns = padded_columns(shape);
  memset(planes, 0, (size_t)(padded_rows(shape, rows) * width * channels) * sizeof(float));
  for (int row = 0; row < padded_rows(shape, rows); row++) {
    const int from = firstRow - shape->top + row;
    if (from < 0 || from >= shape->inputHeight) continue;
    const float *pixels = input + (ptrdiff_t)from * shape->inputWidth * channels;
    float *to = planes + row * channels * width + shape->left;
    for (int column = 0; column < columns; column += LANES) {
      for (int channel = 0; channel < channels; channel += LANES) {
        const int present = shape->inputs - channel;
        VECTOR square[LANES];
#pragma clang loop unroll(full)
        for (int i = 0; i < LANES; i++) {
          const float *pixel = pixels + (column + i) * channels + channel;
          square[i] = column + i < columns ? NAME(dense_load)(pixel, present) : (VECTOR){0};
        }
        NAME(transpose)(square);
#pragma clang loop unroll(full)
        for (int i = 0; i < LANES; i++) {
          if (i < present) *(NAME(DenseLoose) *)(to + (channel + i) * width + column) = square[i];
        }
      }
    }
  }
}

/// Applies the epilogue to the bounded sums of `count` pixels, and writes them.
INLINE void NAME(single_write)(
  const VisionDense *shape, const VisionEpilogue *epilogue, VECTOR sum, float *output, ptrdiff_t pixel, int count
) {
  sum = NAME(dense_bound)(sum, shape->min, shape->max);
  if (shape->isHardSwish) sum = NAME(dense_hard_swish)(sum);
  if (epilogue->residual != NULL) {
    sum += NAME(dense_load)(epilogue->residual + pixel, count);
    sum = NAME(dense_bound)(sum, epilogue->min, epilogue->max);
  }
  if (epilogue->alpha != NULL) {
    const VECTOR scaled = sum * epilogue->alpha[0];
    const NAME(DenseBits) isBelow = sum < (VECTOR){0};
    sum = (VECTOR)((isBelow & (NAME(DenseBits))scaled) | (~isBelow & (NAME(DenseBits))sum));
  }
  NAME(dense_store)(sum, output + pixel, count);
}

/// Some rows, from padded ones.
TARGET static void NAME(single)(
  const VisionDense *shape, const float *planes, const float *weights, float bias, const VisionEpilogue *epilogue,
  float *output, int firstRow, int rows
) {
  const ptrdiff_t width = plane_width(shape), inputRow = shape->inputs * width;
  for (int row = 0; row < rows; row++) {
    for (int x = 0; x < shape->outputWidth; x += SINGLE_VECTORS * LANES) {
      VECTOR sums[SINGLE_VECTORS];
#pragma clang loop unroll(full)
      for (int v = 0; v < SINGLE_VECTORS; v++) sums[v] = bias - (VECTOR){0};
      const float *weight = weights;
      for (int y = row; y < row + shape->window; y++) {
        for (int column = x; column < x + shape->window; column++) {
          const float *from = planes + y * inputRow + column;
          for (int channel = 0; channel < shape->inputs; channel++, from += width, weight += PANEL) {
            const VECTOR factor = *weight - (VECTOR){0};
#pragma clang loop unroll(full)
            for (int v = 0; v < SINGLE_VECTORS; v++) {
              const VECTOR values = *(const NAME(DenseLoose) *)(from + v * LANES);
              sums[v] = __builtin_elementwise_fma(values, factor, sums[v]);
            }
          }
        }
      }
      const ptrdiff_t first = (ptrdiff_t)(firstRow + row) * shape->outputWidth + x;
#pragma clang loop unroll(full)
      for (int v = 0; v < SINGLE_VECTORS; v++) {
        const int count = shape->outputWidth - x - v * LANES;
        if (count > 0) NAME(single_write)(shape, epilogue, sums[v], output, first + v * LANES, count);
      }
    }
  }
}

#undef VECTOR
#undef INLINE
#undef NAME
#undef NAME_IN
#undef NAME_OF
