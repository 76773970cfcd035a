#include <math.h>

#include "ByteKernel.h"

/// The weight of a channel at a place of the window, as packing has it, but for the bytes' zero.
static int32_t weight(const VisionBytes *shape, const char *panel, int row, int column, int input, int lane) {
  const int8_t *weights = (const int8_t *)(panel + sizeof(BytePanelHead));
  const ptrdiff_t place = ((ptrdiff_t)row * shape->window + column) * shape->inputs + input;
  // Of a depthwise one the first row of a strip tells.
  return shape->isDepthwise
    ? weights[((row / QUAD * shape->window + column) * BYTE_PANEL + lane) * QUAD + row % QUAD]
    : weights[(place / QUAD * BYTE_PANEL + lane) * QUAD + place % QUAD];
}

void vision_bytes_plain(const VisionBytes *shape, const void *packed, const uint8_t *input, uint8_t *output) {
  for (int32_t pixel = 0; pixel < shape->outputHeight * shape->outputWidth; pixel++) {
    const int32_t y = pixel / shape->outputWidth * shape->stride - shape->top;
    const int32_t x = pixel % shape->outputWidth * shape->stride - shape->left;
    for (int32_t channel = 0; channel < shape->outputs; channel++) {
      const char *panel = (const char *)packed + channel / BYTE_PANEL * byte_panel_size(shape);
      const BytePanelHead *head = (const BytePanelHead *)panel;
      const int lane = channel % BYTE_PANEL;
      const int first = shape->isDepthwise ? channel : 0, count = shape->isDepthwise ? 1 : shape->inputs;
      uint32_t sum = (uint32_t)head->offsets[lane];
      for (int row = 0; row < shape->window; row++) {
        for (int column = 0; column < shape->window; column++) {
          const bool isInside =
            y + row >= 0 && y + row < shape->inputHeight && x + column >= 0 && x + column < shape->inputWidth;
          const uint8_t *from =
            input + ((ptrdiff_t)(y + row) * shape->inputWidth + x + column) * shape->inputs + first;
          for (int i = 0; i < count; i++) {
            const int32_t byte = isInside ? from[i] ^ byte_flip(shape->isInputSigned) : shape->inputZero;
            sum += (uint32_t)(byte * (weight(shape, panel, row, column, i, lane) + byte_factor(shape)));
          }
        }
      }
      const float scaled = fminf((float)(int32_t)sum * head->scales[lane], (float)(shape->most - shape->outputZero));
      // Before it becomes an integer, for one may not hold it.
      const float bounded = fmaxf(scaled, (float)(shape->least - shape->outputZero));
      const int32_t result = (int32_t)lrintf(bounded) + shape->outputZero;
      output[(ptrdiff_t)pixel * shape->outputs + channel] = (uint8_t)result ^ byte_flip(shape->isOutputSigned);
    }
  }
}
