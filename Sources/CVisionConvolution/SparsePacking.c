#include "CVisionConvolution.h"
#include "SparsePacking.h"

size_t vision_sparse_count_count(const VisionSparse *shape) {
  return (size_t)block_count(shape) * (size_t)shape->outputs;
}

size_t vision_sparse_start_count(const VisionSparse *shape) {
  return (size_t)block_count(shape) * (size_t)group_count(shape);
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
      for (int32_t place = starts[output]; place < starts[output + 1]; place++) {
        if (columns[place] < first || columns[place] >= first + BLOCK_CHANNELS) continue;
        packedColumns[packed] = (uint16_t)(columns[place] - first);
        packedValues[packed++] = values[place];
        count++;
      }
      *packedCounts++ = count;
    }
  }
}
