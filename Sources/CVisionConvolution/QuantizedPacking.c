#include <string.h>

#include "QuantizedKernel.h"

size_t vision_quantized_packed_size(const VisionQuantized *shape) {
  return (size_t)quantized_panel_count(shape) * (size_t)quantized_panel_size(shape);
}

/// The sum of a channel's weights without their zero point. It wraps around like the kernels' sums.
static uint32_t weight_sum(const VisionQuantized *shape, const uint8_t *weights, int channel, ptrdiff_t count) {
  const ptrdiff_t start = shape->isDepthwise ? channel : channel * count;
  const ptrdiff_t step = shape->isDepthwise ? shape->outputs : 1;
  uint32_t sum = 0;
  for (ptrdiff_t i = 0; i < count; i++) sum += (uint32_t)(weights[start + i * step] - shape->weightZeroPoint);
  return sum;
}

/// The quads of a window one after the other, each with the panel's channels side by side.
static void pack_dense(const VisionQuantized *shape, const uint8_t *weights, int channel, int lane, int8_t *panel) {
  const ptrdiff_t count = (ptrdiff_t)shape->window * shape->window * shape->inputs, whole = count / QUAD * QUAD;
  const uint8_t *from = weights + channel * count;
  int8_t *to = panel + lane * QUAD;
  for (ptrdiff_t i = 0; i < whole; i += QUAD, to += QUANTIZED_PANEL * QUAD) {
    uint32_t quad;
    memcpy(&quad, from + i, sizeof quad);
    quad ^= 0x80808080; // Each weight less 128.
    memcpy(to, &quad, sizeof quad);
  }
  for (ptrdiff_t i = whole; i < count; i++) to[i - whole] = (int8_t)(from[i] - 128);
}

/// For each output row of a strip, each quad of its input rows and each column of the window: the weights of the rows
/// that the output row reads, 0 for the others.
static void pack_depthwise(const VisionQuantized *shape, const uint8_t *weights, int channel, int lane, int8_t *panel) {
  const QuantizedStrip strip = quantized_strip(shape->window, shape->stride);
  for (int i = 0; i < strip.rows; i++) {
    for (int row = 0; row < shape->window; row++) {
      const int below = i * shape->stride + row;
      for (int column = 0; column < shape->window; column++) {
        const int place = (i * strip.quads + below / QUAD) * shape->window + column;
        const uint8_t weight = weights[(ptrdiff_t)(row * shape->window + column) * shape->outputs + channel];
        panel[(place * QUANTIZED_PANEL + lane) * QUAD + below % QUAD] = (int8_t)(weight - 128);
      }
    }
  }
}

void vision_quantized_pack(
  const VisionQuantized *shape, const uint8_t *weights, const int32_t *biases, const float *scales, void *packed
) {
  const ptrdiff_t count = (ptrdiff_t)shape->window * shape->window * (shape->isDepthwise ? 1 : shape->inputs);
  memset(packed, 0, vision_quantized_packed_size(shape));
  for (int channel = 0; channel < shape->outputs; channel++) {
    char *panel = (char *)packed + channel / QUANTIZED_PANEL * quantized_panel_size(shape);
    QuantizedPanelHead *head = (QuantizedPanelHead *)panel;
    const int lane = channel % QUANTIZED_PANEL;
    const uint32_t sum = weight_sum(shape, weights, channel, count);
    head->weightSums[lane] = (int32_t)sum;
    head->offsets[lane] = (int32_t)((uint32_t)biases[channel] - (uint32_t)shape->inputZeroPoint * sum);
    head->scales[lane] = scales[channel];
    (shape->isDepthwise ? pack_depthwise : pack_dense)(
      shape, weights, channel, lane, (int8_t *)(panel + sizeof(QuantizedPanelHead)));
  }
}
