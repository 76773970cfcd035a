// The sparse convolution of a tile, with `LANES` pixels in a register, compiled for `FEATURES`. Included once for each
// pair, so there is no include guard.
//
// A weight is loaded once for all pixels of a tile, so pixels have to lie side by side, channel by channel. The input
// of a tile is transposed square by square, and so is its output. Input channels come in blocks that the first-level
// cache holds; between blocks the sums wait in memory.

#include "Inline.h"

#define NAME_OF(name, lanes, features) name##_##lanes##_##features
#define NAME_IN(name, lanes, features) NAME_OF(name, lanes, features)
#define NAME(name) NAME_IN(name, LANES, FEATURES)
#define INLINE TARGET VISION_INLINE

typedef float NAME(TileVector) __attribute__((vector_size(4 * LANES)));
#define VECTOR NAME(TileVector)

/// Vectors of the largest tile.
#define MAX_VECTORS (TILE_PIXELS / LANES)

#include "Transpose.h"

/// The values that a vector has when it is not whole: channels are multiples of 8.
#define SOME (LANES < 8 ? LANES : 8)

/// `LANES` values at an address, or the first of them and zeros.
INLINE VECTOR NAME(load)(const float *from, bool isWhole) {
  VECTOR value = {0};
  if (isWhole) memcpy(&value, from, sizeof value);
  else memcpy(&value, from, SOME * sizeof(float));
  return value;
}

INLINE void NAME(store)(VECTOR value, float *to, bool isWhole) {
  if (isWhole) memcpy(to, &value, sizeof value);
  else memcpy(to, &value, SOME * sizeof(float));
}

/// Transposes `rowCount` channels of a block to rows of a tile's pixels. Missing pixels are 0.
INLINE void NAME(gather)(
  const float *input, ptrdiff_t channels, int rowCount, int pixels, VECTOR *rows, const int vectors
) {
  for (int row = 0; row < rowCount; row += LANES) {
    const bool isWhole = rowCount - row >= LANES;
    for (int vector = 0; vector < vectors; vector++) {
      const float *from = input + (ptrdiff_t)vector * LANES * channels + row;
      const int count = pixels - vector * LANES;
      VECTOR square[LANES];
#pragma clang loop unroll(full)
      for (int i = 0; i < LANES; i++) square[i] = i < count ? NAME(load)(from + i * channels, isWhole) : (VECTOR){0};
      NAME(transpose)(square);
#pragma clang loop unroll(full)
      for (int i = 0; i < LANES; i++) rows[(row + i) * vectors + vector] = square[i];
    }
  }
}

INLINE VECTOR NAME(bound)(VECTOR value, VECTOR min, VECTOR max) {
  const VECTOR raised = AT_LEAST(value, min);
  return AT_MOST(raised, max);
}

/// Transposes rows of outputs, `LANES` output channels or fewer, back to the pixels.
INLINE void NAME(scatter)(
  const VECTOR *rows, bool isWhole, ptrdiff_t channels, int pixels, float *output, const int vectors
) {
  for (int vector = 0; vector < vectors; vector++) {
    VECTOR square[LANES];
#pragma clang loop unroll(full)
    for (int i = 0; i < LANES; i++) square[i] = rows[i * vectors + vector];
    NAME(transpose)(square);
    float *to = output + (ptrdiff_t)vector * LANES * channels;
    const int count = pixels - vector * LANES;
#pragma clang loop unroll(full)
    for (int i = 0; i < LANES; i++) if (i < count) NAME(store)(square[i], to + i * channels, isWhole);
  }
}

/// Adds the residual to the outputs from `first` to `end` of a tile's pixels, which are in a cache.
TARGET static void NAME(sparse_add)(
  const SparseTarget *target, ptrdiff_t channels, int pixels, int first, int end
) {
  const VECTOR zero = {0}, min = zero + target->min, max = zero + target->max;
  for (int pixel = 0; pixel < pixels; pixel++) {
    for (int channel = first; channel < end; channel += LANES) {
      const bool isWhole = end - channel >= LANES;
      const ptrdiff_t place = pixel * channels + channel;
      const VECTOR sum = NAME(load)(target->output + place, isWhole) + NAME(load)(target->residual + place, isWhole);
      NAME(store)(NAME(bound)(sum, min, max), target->output + place, isWhole);
    }
  }
}

/// Adds the products of `count` nonzero weights to the sums of a tile's pixels.
INLINE void NAME(add_products)(
  const VECTOR *rows, const uint16_t *columns, const float *values, int count, VECTOR *sum, const int vectors
) {
  for (int place = 0; place < count; place++) {
    const VECTOR *row = rows + columns[place] * vectors;
    const VECTOR weight = values[place] - (VECTOR){0};
#pragma clang loop unroll(full)
    for (int vector = 0; vector < vectors; vector++) {
      sum[vector] = __builtin_elementwise_fma(row[vector], weight, sum[vector]);
    }
  }
}

/// A tile of up to `vectors` x `LANES` pixels, for the output channels of some groups of 16.
INLINE void NAME(tile)(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, const SparseTarget *to, float *sums,
  int pixels, int firstGroup, int endGroup, const int vectors
) {
  VECTOR rows[BLOCK_CHANNELS * MAX_VECTORS], results[LANES * MAX_VECTORS] = {0};
  VECTOR *const waiting = (VECTOR *)sums;
  const VECTOR zero = {0}, min = zero + shape->min, max = zero + shape->max;
  const int groups = group_count(shape);
  const int outputs = endGroup * GROUP < shape->outputs ? endGroup * GROUP : shape->outputs;
  const int32_t *starts = weights->starts + firstGroup;
  const uint16_t *counts = weights->counts;
  for (int block = 0; block < shape->inputs; block += BLOCK_CHANNELS) {
    const int rowCount = shape->inputs - block < BLOCK_CHANNELS ? shape->inputs - block : BLOCK_CHANNELS;
    const bool isLast = block + rowCount == shape->inputs;
    NAME(gather)(input + block, shape->inputs, rowCount, pixels, rows, vectors);
    const uint16_t *columns = weights->columns + *starts;
    const float *values = weights->values + *starts;
    for (int first = firstGroup * GROUP; first < outputs; first += LANES) {
      const int count = outputs - first < LANES ? outputs - first : LANES;
      for (int i = 0; i < count; i++) {
        const int channel = first + i, present = counts[channel];
        VECTOR *kept = waiting + (ptrdiff_t)channel * vectors;
        VECTOR sum[MAX_VECTORS];
        for (int vector = 0; vector < vectors; vector++) {
          sum[vector] = block == 0 ? zero + weights->biases[channel] : kept[vector];
        }
        NAME(add_products)(rows, columns, values, present, sum, vectors);
        columns += present;
        values += present;
        VECTOR *target = isLast ? results + i * vectors : kept;
        for (int vector = 0; vector < vectors; vector++) {
          target[vector] = isLast ? NAME(bound)(sum[vector], min, max) : sum[vector];
        }
      }
      if (isLast) NAME(scatter)(results, count == LANES, shape->outputs, pixels, to->output + first, vectors);
    }
    starts += groups;
    counts += shape->outputs;
  }
  if (to->residual != NULL) NAME(sparse_add)(to, shape->outputs, pixels, firstGroup * GROUP, outputs);
}

#define CASE(vectors) \
  case vectors: NAME(tile)(shape, weights, input, to, sums, pixels, firstGroup, endGroup, vectors); break;

/// A tile with a compile-time number of vectors.
TARGET static void NAME(sparse_tile)(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, const SparseTarget *to, float *sums,
  int pixels, int firstGroup, int endGroup
) {
  switch ((pixels + LANES - 1) / LANES) {
    CASE(1) CASE(2) CASE(3) CASE(4)
#if LANES <= 8
    CASE(5) CASE(6) CASE(7) CASE(8)
#endif
#if LANES == 4
    CASE(9) CASE(10) CASE(11) CASE(12) CASE(13) CASE(14) CASE(15) CASE(16)
#endif
  }
}

#undef CASE
#undef SOME
#undef MAX_VECTORS
#undef VECTOR
#undef INLINE
#undef NAME
#undef NAME_IN
#undef NAME_OF
