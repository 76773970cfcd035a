#include "CVisionConvolution.h"
#include "SparsePacking.h"

size_t vision_sparse_count_count(const VisionSparse *shape) {
  return (size_t)block_count(shape) * (size_t)shape->outputs;
}

size_t vision_sparse_start_count(const VisionSparse *shape) {
  return (size_t)block_count(shape) * (size_t)group_count(shape);
}

/// The first of an output channel's ascending weights at or after an input channel.
static int32_t first_from(const int32_t *columns, int32_t start, int32_t end, int32_t channel) {
  while (start < end) {
    const int32_t middle = start + (end - start) / 2;
    if (columns[middle] < channel) start = middle + 1;
    else end = middle;
  }
  return start;
}

void vision_sparse_pack(
  const VisionSparse *shape, const int32_t *starts, const int32_t *columns, const float *values, int32_t *packedStarts,
  uint16_t *packedCounts, uint16_t *packedColumns, float *packedValues
) {
  int32_t packed = 0;
  for (int32_t first = 0; first < shape->inputs; first += BLOCK_CHANNELS) {
    for (int32_t output = 0; output < shape->outputs; output++) {
      if (output % GROUP == 0) *packedStarts++ = packed;
      uint16_t count = 0;
      const int32_t end = starts[output + 1];
      // A binary search, not a walk: there may be as many blocks as weights of a block.
      for (int32_t place = first_from(columns, starts[output], end, first);
           place < end && columns[place] < first + BLOCK_CHANNELS; place++) {
        packedColumns[packed] = (uint16_t)(columns[place] - first);
        packedValues[packed++] = values[place];
        count++;
      }
      *packedCounts++ = count;
    }
  }
}
