#include <string.h>

#include "QuantizedKernel.h"

size_t vision_quantized_packed_size(const VisionQuantized *shape) {
  return (size_t)quantized_panel_count(shape) * (size_t)quantized_panel_size(shape);
}

// Both pack `lanes` channels from `channel` on, and put the sum of each one's weights into `sums`, which are 0 before.
// Sums wrap around like the kernels' sums.

/// The quads of a window one after the other, each with the panel's channels side by side.
static void pack_dense(
  const VisionQuantized *shape, const uint8_t *weights, int channel, int lanes, int8_t *restrict panel,
  uint32_t *restrict sums
) {
  const ptrdiff_t count = (ptrdiff_t)shape->window * shape->window * shape->inputs, whole = count / QUAD * QUAD;
  for (int lane = 0; lane < lanes; lane++) {
    const uint8_t *from = weights + (channel + lane) * count;
    int8_t *to = panel + lane * QUAD;
    // In a loop of its own, which the compiler vectorizes.
    uint32_t sum = 0;
    for (ptrdiff_t i = 0; i < count; i++) sum += from[i];
    sums[lane] = sum;
    for (ptrdiff_t i = 0; i < whole; i += QUAD, to += QUANTIZED_PANEL * QUAD) {
      uint32_t quad;
      memcpy(&quad, from + i, sizeof quad);
      quad ^= 0x80808080; // Each weight less 128.
      memcpy(to, &quad, sizeof quad);
    }
    for (ptrdiff_t i = whole; i < count; i++) to[i - whole] = (int8_t)(from[i] - 128);
  }
}

/// For each output row of a strip, each quad of its input rows and each column of the window: the weights of the rows
/// that the output row reads, 0 for the others.
static void pack_depthwise(
  const VisionQuantized *shape, const uint8_t *weights, int channel, int lanes, int8_t *restrict panel,
  uint32_t *restrict sums
) {
  const QuantizedStrip strip = quantized_strip(shape->window, shape->stride);
  for (int row = 0; row < shape->window; row++) {
    for (int column = 0; column < shape->window; column++) {
      const uint8_t *from = weights + (ptrdiff_t)(row * shape->window + column) * shape->outputs + channel;
      for (int lane = 0; lane < lanes; lane++) sums[lane] += from[lane];
      for (int i = 0; i < strip.rows; i++) {
        const int below = i * shape->stride + row;
        const int place = (i * strip.quads + below / QUAD) * shape->window + column;
        int8_t *to = panel + place * QUANTIZED_PANEL * QUAD + below % QUAD;
        for (int lane = 0; lane < lanes; lane++) to[lane * QUAD] = (int8_t)(from[lane] - 128);
      }
    }
  }
}

void vision_quantized_pack(
  const VisionQuantized *shape, const uint8_t *weights, const int32_t *biases, const float *scales, void *packed
) {
  const uint32_t taps = (uint32_t)shape->window * (uint32_t)shape->window;
  const uint32_t count = taps * (shape->isDepthwise ? 1 : (uint32_t)shape->inputs);
  char *panel = packed;
  memset(packed, 0, vision_quantized_packed_size(shape));
  for (int channel = 0; channel < shape->outputs; channel += QUANTIZED_PANEL, panel += quantized_panel_size(shape)) {
    const int rest = shape->outputs - channel, lanes = rest < QUANTIZED_PANEL ? rest : QUANTIZED_PANEL;
    QuantizedPanelHead *head = (QuantizedPanelHead *)panel;
    uint32_t sums[QUANTIZED_PANEL] = {0};
    (shape->isDepthwise ? pack_depthwise : pack_dense)(
      shape, weights, channel, lanes, (int8_t *)(panel + sizeof(QuantizedPanelHead)), sums);
    for (int lane = 0; lane < lanes; lane++) {
      const uint32_t sum = sums[lane] - count * (uint32_t)shape->weightZeroPoint;
      head->weightSums[lane] = (int32_t)sum;
      head->offsets[lane] = (int32_t)((uint32_t)biases[channel + lane] - (uint32_t)shape->inputZeroPoint * sum);
      head->scales[lane] = scales[channel + lane];
    }
  }
}
