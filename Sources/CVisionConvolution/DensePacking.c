#include "DensePacking.h"

#include <string.h>

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

void vision_dense_pack(const VisionDense *shape, const void *weights, const float *biases, void *packed) {
  const ptrdiff_t count = window_count(shape);
  char *to = packed;
  for (int32_t first = 0; first < shape->outputs; first += PANEL) {
    const int32_t present = shape->outputs - first < PANEL ? shape->outputs - first : PANEL;
    float row[PANEL] = {0};
    memcpy(row, biases + first, (size_t)present * sizeof(float));
    memcpy(to, row, sizeof row);
    to += sizeof row;
    if (shape->isHalf) {
      PACK(uint16_t)
    } else {
      PACK(uint32_t)
    }
  }
}
