#include <math.h>

#include "QuantizedKernel.h"

/// The packed weight of a channel at a place of the window, without the zero-point correction.
static int32_t weight(const VisionQuantized *shape, const char *panel, int row, int column, int input, int lane) {
  const int8_t *weights = (const int8_t *)(panel + sizeof(QuantizedPanelHead));
  const ptrdiff_t place = ((ptrdiff_t)row * shape->window + column) * shape->inputs + input;
  // For a depthwise convolution, those of the strip's first row.
  return shape->isDepthwise
    ? weights[((row / QUAD * shape->window + column) * QUANTIZED_PANEL + lane) * QUAD + row % QUAD]
    : weights[(place / QUAD * QUANTIZED_PANEL + lane) * QUAD + place % QUAD];
}

void vision_quantized_plain(const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output) {
  for (int32_t pixel = 0; pixel < shape->outputHeight * shape->outputWidth; pixel++) {
    const int32_t y = pixel / shape->outputWidth * shape->stride - shape->top;
    const int32_t x = pixel % shape->outputWidth * shape->stride - shape->left;
    for (int32_t channel = 0; channel < shape->outputs; channel++) {
      const char *panel = (const char *)packed + channel / QUANTIZED_PANEL * quantized_panel_size(shape);
      const QuantizedPanelHead *head = (const QuantizedPanelHead *)panel;
      const int lane = channel % QUANTIZED_PANEL;
      const int first = shape->isDepthwise ? channel : 0, count = shape->isDepthwise ? 1 : shape->inputs;
      uint32_t sum = (uint32_t)head->offsets[lane];
      for (int row = 0; row < shape->window; row++) {
        for (int column = 0; column < shape->window; column++) {
          const bool isInside =
            y + row >= 0 && y + row < shape->inputHeight && x + column >= 0 && x + column < shape->inputWidth;
          const uint8_t *from =
            input + ((ptrdiff_t)(y + row) * shape->inputWidth + x + column) * shape->inputs + first;
          for (int i = 0; i < count; i++) {
            const int32_t byte = isInside ? from[i] ^ sign_flip(shape->isInputSigned) : shape->inputZeroPoint;
            sum += (uint32_t)(byte * (weight(shape, panel, row, column, i, lane) + zero_point_correction(shape)));
          }
        }
      }
      const float largest = (float)(shape->max - shape->outputZeroPoint);
      const float scaled = fminf((float)(int32_t)sum * head->scales[lane], largest);
      // Bounded before the conversion, as an integer may not hold it.
      const float bounded = fmaxf(scaled, (float)(shape->min - shape->outputZeroPoint));
      const int32_t result = (int32_t)lrintf(bounded) + shape->outputZeroPoint;
      output[(ptrdiff_t)pixel * shape->outputs + channel] = (uint8_t)result ^ sign_flip(shape->isOutputSigned);
    }
  }
}
