#include "DensePacking.h"

#include <math.h>
#include <string.h>

#include "Reduced.h"

size_t vision_dense_packed_size(const VisionDense *shape) {
  return (size_t)panel_count(shape) * (size_t)panel_size(shape);
}

/// The weights of `present` output channels, as raw bits of a type.
#define PACK(Bits) \
  for (ptrdiff_t place = 0; place < count; place++) { \
    const Bits *column = (const Bits *)weights + first * count + place; \
    Bits row[PANEL] = {0}; \
    for (int32_t lane = 0; lane < present; lane++) row[lane] = column[lane * count]; \
    memcpy(to, row, sizeof row); \
    to += sizeof row; \
  }

/// Weight `place` of the window of an output channel.
static float weight(const VisionDense *shape, const void *weights, int32_t channel, ptrdiff_t place) {
  const ptrdiff_t index = channel * window_count(shape) + place;
  return shape->isHalf ? vision_of_half(((const uint16_t *)weights)[index]) : ((const float *)weights)[index];
}

/// A power of two by which a channel's weights are divided: then no sum that is kept in float16 is larger than the largest
/// input.
static float scale(const VisionDense *shape, const void *weights, int32_t channel) {
  if (shape->numbers != VISION_FLOAT16) return 1;
  const ptrdiff_t pairs = row_pairs(shape), blocks = block_count(pairs, FLOAT16_PAIRS);
  float largest = 0;
  for (int32_t row = 0; row < shape->window; row++) {
    for (ptrdiff_t block = 0; block < blocks; block++) {
      float sum = 0;
      for (ptrdiff_t i = 2 * block_start(pairs, block, blocks); i < 2 * block_start(pairs, block + 1, blocks); i++) {
        sum += fabsf(weight(shape, weights, channel, row * 2 * pairs + i));
      }
      if (sum > largest) largest = sum;
    }
  }
  if (!(largest > 0 && isfinite(largest))) return 1;
  int exponent;
  frexpf(largest, &exponent);
  return ldexpf(1, exponent);
}

/// The panel of output channels from `first` on, behind its biases.
static void pack_reduced(const VisionDense *shape, const void *weights, int32_t first, int32_t present, char *to) {
  float scales[PANEL];
  for (int32_t lane = 0; lane < PANEL; lane++) {
    scales[lane] = lane < present ? scale(shape, weights, first + lane) : 1;
  }
  memcpy(to, scales, sizeof scales);
  to += sizeof scales;
  for (ptrdiff_t place = 0; place < window_count(shape); place += 2) {
    float pairs[2 * PANEL] = {0};
    for (int32_t lane = 0; lane < present; lane++) {
      pairs[2 * lane] = weight(shape, weights, first + lane, place) / scales[lane];
      pairs[2 * lane + 1] = weight(shape, weights, first + lane, place + 1) / scales[lane];
    }
    vision_reduce(shape->numbers, pairs, 2 * PANEL, to);
    to += 2 * PANEL * sizeof(uint16_t);
  }
}

void vision_dense_pack(const VisionDense *shape, const void *weights, const float *biases, void *packed) {
  const ptrdiff_t count = window_count(shape);
  char *to = packed;
  for (int32_t first = 0; first < shape->outputs; first += PANEL) {
    const int32_t present = shape->outputs - first < PANEL ? shape->outputs - first : PANEL;
    float row[PANEL] = {0};
    memcpy(row, biases + first, (size_t)present * sizeof(float));
    memcpy(to, row, sizeof row);
    to += sizeof row;
    if (is_reduced(shape)) {
      pack_reduced(shape, weights, first, present, to);
      to += panel_size(shape) - (ptrdiff_t)sizeof row;
    } else if (shape->isHalf) {
      PACK(uint16_t)
    } else {
      PACK(uint32_t)
    }
  }
}
