#include "DensePacking.h"

#include <math.h>
#include <string.h>

#include "Reduced.h"

size_t vision_dense_packed_size(const VisionDense *shape) {
  return (size_t)panel_count(shape) * (size_t)panel_size(shape);
}

// The elements of the first or last halves of two vectors in turn.
typedef uint16_t Halves __attribute__((vector_size(16)));
typedef uint32_t Singles __attribute__((vector_size(16)));
#define ZIP_FIRST_HALVES(one, other) __builtin_shufflevector(one, other, 0, 8, 1, 9, 2, 10, 3, 11)
#define ZIP_LAST_HALVES(one, other) __builtin_shufflevector(one, other, 4, 12, 5, 13, 6, 14, 7, 15)
#define ZIP_FIRST_SINGLES(one, other) __builtin_shufflevector(one, other, 0, 4, 1, 5)
#define ZIP_LAST_SINGLES(one, other) __builtin_shufflevector(one, other, 2, 6, 3, 7)

/// `NAME` writes the weights of `present` output channels, as raw bits of a type, side by side for each element of the
/// window, and returns the end. Whole panels are transposed, a square of a vector's width at a time: zipping the first
/// half of the rows with the last half moves a bit of the row's number into the column's, so that after all bits rows are
/// columns.
#define PACK(NAME, Bits, Vector, ZIP_FIRST, ZIP_LAST) \
  static char *NAME(const Bits *weights, ptrdiff_t count, int32_t present, char *to) { \
    enum { WIDTH = sizeof(Vector) / sizeof(Bits) }; \
    ptrdiff_t place = 0; \
    for (; present == PANEL && place <= count - WIDTH; place += WIDTH, to += WIDTH * PANEL * sizeof(Bits)) { \
      for (int lane = 0; lane < PANEL; lane += WIDTH) { \
        Vector rows[WIDTH], zipped[WIDTH]; \
        for (int i = 0; i < WIDTH; i++) memcpy(&rows[i], weights + (lane + i) * count + place, sizeof(Vector)); \
        for (int size = 1; size < WIDTH; size *= 2) { \
          for (int i = 0; i < WIDTH / 2; i++) { \
            zipped[2 * i] = ZIP_FIRST(rows[i], rows[WIDTH / 2 + i]); \
            zipped[2 * i + 1] = ZIP_LAST(rows[i], rows[WIDTH / 2 + i]); \
          } \
          memcpy(rows, zipped, sizeof rows); \
        } \
        for (int i = 0; i < WIDTH; i++) memcpy(to + (i * PANEL + lane) * sizeof(Bits), &rows[i], sizeof(Vector)); \
      } \
    } \
    for (; place < count; place++, to += PANEL * sizeof(Bits)) { \
      Bits row[PANEL] = {0}; \
      for (int32_t lane = 0; lane < present; lane++) row[lane] = weights[lane * count + place]; \
      memcpy(to, row, sizeof row); \
    } \
    return to; \
  }
PACK(pack_halves, uint16_t, Halves, ZIP_FIRST_HALVES, ZIP_LAST_HALVES)
PACK(pack_singles, uint32_t, Singles, ZIP_FIRST_SINGLES, ZIP_LAST_SINGLES)

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
  // A larger scale would not be finite. No model has such weights, whose sums are not computed with either.
  if (!(largest > 0 && largest < 0x1p126f)) return 1;
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
      to = pack_halves((const uint16_t *)weights + first * count, count, present, to);
    } else {
      to = pack_singles((const uint32_t *)weights + first * count, count, present, to);
    }
  }
}
