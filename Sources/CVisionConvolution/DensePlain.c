#include <math.h>
#include <string.h>

#include "DensePacking.h"
#include "FloatBounds.h"
#include "Rows.h"

static float bound(float value, float min, float max) { return value < min ? min : value > max ? max : value; }

// As the vectors choose, also of numbers that are none.
static float larger(float one, float other) { return other > one ? other : one; }

static float weight(const VisionDense *shape, const char *panel, ptrdiff_t place, int32_t lane) {
  const char *from = panel + PANEL * sizeof(float) + (place * PANEL + lane) * weight_size(shape);
  uint16_t half;
  float whole;
  if (shape->isHalf) return vision_of_half(*(const uint16_t *)memcpy(&half, from, sizeof half));
  return *(const float *)memcpy(&whole, from, sizeof whole);
}

void vision_dense_pool_plain(
  const VisionDense *shape, const VisionEpilogue *epilogue, float *output, int firstRow, int endRow
) {
  const ptrdiff_t channels = vision_residual_channels(shape, epilogue), row = 2 * channels * shape->outputWidth;
  const ptrdiff_t first = (ptrdiff_t)firstRow * shape->outputWidth, end = (ptrdiff_t)endRow * shape->outputWidth;
  for (ptrdiff_t pixel = first; pixel < end; pixel++) {
    const ptrdiff_t y = pixel / shape->outputWidth, x = pixel % shape->outputWidth;
    const float *from = epilogue->residual + 2 * y * row + 2 * x * channels;
    for (ptrdiff_t channel = 0; channel < shape->outputs; channel++, from++) {
      float *to = output + pixel * shape->outputs + channel;
      *to = 0;
      if (channel < channels) *to = larger(larger(from[0], from[channels]), larger(from[row], from[row + channels]));
    }
  }
}

void vision_dense_plain(
  const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue, float *output
) {
  for (ptrdiff_t pixel = 0; pixel < (ptrdiff_t)shape->outputHeight * shape->outputWidth; pixel++) {
    const int32_t y = (int32_t)(pixel / shape->outputWidth) * shape->stride - shape->top;
    const int32_t x = (int32_t)(pixel % shape->outputWidth) * shape->stride - shape->left;
    for (int32_t channel = 0; channel < shape->outputs; channel++) {
      const char *panel = (const char *)packed + channel / PANEL * panel_size(shape);
      const int32_t lane = channel % PANEL;
      float sum;
      memcpy(&sum, panel + (size_t)lane * sizeof sum, sizeof sum);
      if (epilogue->starts != NULL) sum = epilogue->starts[channel];
      ptrdiff_t place = 0;
      for (int32_t row = y; row < y + shape->window; row++) {
        for (int32_t column = x; column < x + shape->window; column++) {
          const bool isInside = row >= 0 && row < shape->inputHeight && column >= 0 && column < shape->inputWidth;
          const float *from = input + ((ptrdiff_t)row * shape->inputWidth + column) * shape->inputs;
          for (int32_t i = 0; i < shape->inputs; i++, place++) {
            if (isInside) sum = fmaf(from[i], weight(shape, panel, place, lane), sum);
          }
        }
      }
      const ptrdiff_t target = pixel * shape->outputs + channel;
      sum = bound(sum, shape->min, shape->max);
      if (shape->isHardSwish) sum *= bound(fmaf(sum, HARD_SWISH_SIXTH, 0.5f), 0, 1);
      if (epilogue->residual != NULL) {
        const int32_t channels = vision_residual_channels(shape, epilogue);
        const float residual = channel < channels ? epilogue->residual[pixel * channels + channel] : 0;
        sum = bound(sum + residual, epilogue->min, epilogue->max);
      }
      if (epilogue->alpha != NULL && sum < 0) sum *= epilogue->alpha[channel];
      output[target] = sum;
    }
  }
}
