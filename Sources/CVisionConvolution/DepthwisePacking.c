#include "CVisionConvolution.h"
#include "DepthwisePacking.h"

size_t vision_depthwise_packed_count(const VisionDepthwise *shape) {
  const size_t blocks = ((size_t)shape->channels + BLOCK - 1) / BLOCK;
  return blocks * BLOCK * (1 + (size_t)(shape->window * shape->window));
}

void vision_depthwise_pack(const VisionDepthwise *shape, const float *weights, const float *biases, float *packed) {
  const int32_t window = shape->window, channels = shape->channels;
  for (int32_t first = 0; first < channels; first += BLOCK) {
    for (int32_t lane = 0; lane < BLOCK; lane++) *packed++ = first + lane < channels ? biases[first + lane] : 0;
    for (int32_t column = 0; column < window; column++) {
      for (int32_t row = 0; row < window; row++) {
        const float *tap = weights + (size_t)(row * window + column) * (size_t)channels;
        for (int32_t lane = 0; lane < BLOCK; lane++) *packed++ = first + lane < channels ? tap[first + lane] : 0;
      }
    }
  }
}
