#include <math.h>

#include "CVisionConvolution.h"
#include "DepthwisePacking.h"
#include "FloatBounds.h"

static float bound(float value, float min, float max) { return value < min ? min : value > max ? max : value; }

void vision_depthwise_plain(const VisionDepthwise *shape, const float *packed, const float *input, float *output) {
  const int32_t window = shape->window, channels = shape->channels, dilation = depthwise_dilation(shape);
  for (int32_t y = 0; y < shape->outputHeight; y++) {
    for (int32_t x = 0; x < shape->outputWidth; x++) {
      for (int32_t channel = 0; channel < channels; channel++) {
        const float *tap = packed + (size_t)(channel / BLOCK * BLOCK * (1 + window * window) + channel % BLOCK);
        float sum = tap[0];
        for (int32_t column = 0; column < window; column++) {
          for (int32_t row = 0; row < window; row++) {
            tap += BLOCK;
            const int32_t fromY = y * shape->stride - shape->top + row * dilation;
            const int32_t fromX = x * shape->stride - shape->left + column * dilation;
            if (fromY < 0 || fromY >= shape->inputHeight || fromX < 0 || fromX >= shape->inputWidth) continue;
            sum = fmaf(input[((size_t)fromY * shape->inputWidth + fromX) * channels + channel], tap[0], sum);
          }
        }
        sum = bound(sum, shape->min, shape->max);
        if (shape->isHardSwish) sum *= bound(fmaf(sum, HARD_SWISH_SIXTH, 0.5f), 0, 1);
        *output++ = sum;
      }
    }
  }
}
