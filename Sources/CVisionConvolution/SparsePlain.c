#include <math.h>

#include "CVisionConvolution.h"
#include "SparsePacking.h"

void vision_sparse_plain(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, float *output, float *sums
) {
  for (int32_t pixel = 0; pixel < shape->pixels; pixel++) {
    const uint16_t *counts = weights->counts, *columns = weights->columns;
    const float *values = weights->values;
    for (int32_t i = 0; i < shape->outputs; i++) sums[i] = weights->biases[i];
    for (int32_t first = 0; first < shape->inputs; first += BLOCK_CHANNELS) {
      for (int32_t i = 0; i < shape->outputs; i++) {
        for (uint16_t count = *counts++; count > 0; count--) {
          sums[i] = fmaf(input[first + *columns++], *values++, sums[i]);
        }
      }
    }
    for (int32_t i = 0; i < shape->outputs; i++) {
      *output++ = sums[i] < shape->min ? shape->min : sums[i] > shape->max ? shape->max : sums[i];
    }
    input += shape->inputs;
  }
}
