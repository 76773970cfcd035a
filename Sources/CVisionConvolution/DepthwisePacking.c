#include "CVisionConvolution.h"
#include "DepthwisePacking.h"

size_t vision_depthwise_packed_count(const VisionDepthwise *shape) {
  const size_t blocks = ((size_t)shape->channels + BLOCK - 1) / BLOCK;
  return (blocks + (shape->channels % TAIL != 0)) * BLOCK * (1 + (size_t)(shape->window * shape->window));
}

void vision_depthwise_pack(const VisionDepthwise *shape, const float *weights, const float *biases, float *packed) {
  const int32_t window = shape->window, channels = shape->channels, blocks = (channels + BLOCK - 1) / BLOCK;
  for (int32_t block = 0; block < blocks + (channels % TAIL != 0); block++) {
    const int32_t first = block < blocks ? block * BLOCK : channels - TAIL;
    for (int32_t lane = 0; lane < BLOCK; lane++) *packed++ = first + lane < channels ? biases[first + lane] : 0;
    for (int32_t column = 0; column < window; column++) {
      for (int32_t row = 0; row < window; row++) {
        const float *tap = weights + (size_t)(row * window + column) * (size_t)channels;
        for (int32_t lane = 0; lane < BLOCK; lane++) *packed++ = first + lane < channels ? tap[first + lane] : 0;
      }
    }
  }
}
