// Convolutions of bytes: what their kernels share.

#ifndef VISION_BYTE_KERNEL_H
#define VISION_BYTE_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#include "CVisionConvolution.h"

enum {
  /// Channels of a panel of weights.
  BYTE_PANEL = 16,
  /// Products that an instruction adds at once.
  QUAD = 4,
};

/// What the results of a panel start from and are multiplied by; its weights come after.
typedef struct {
  int32_t offsets[BYTE_PANEL];
  float scales[BYTE_PANEL];
} BytePanelHead;

/// The output rows that a depthwise kernel computes together, so that the input rows they look at are whole quads.
typedef struct {
  int rows, quads;
} ByteStrip;

static inline ByteStrip byte_strip(int window, int stride) {
  if (window == 3) return stride == 1 ? (ByteStrip){2, 1} : (ByteStrip){3, 2};
  return stride == 1 ? (ByteStrip){4, 2} : (ByteStrip){2, 2};
}

static inline int byte_panel_count(const VisionBytes *shape) { return (shape->outputs + BYTE_PANEL - 1) / BYTE_PANEL; }

/// The numbers of a window over all channels, in whole quads.
static inline ptrdiff_t byte_window_size(const VisionBytes *shape) {
  return ((ptrdiff_t)shape->window * shape->window * shape->inputs + QUAD - 1) / QUAD * QUAD;
}

/// The bytes of a panel.
static inline ptrdiff_t byte_panel_size(const VisionBytes *shape) {
  const ByteStrip strip = byte_strip(shape->window, shape->stride);
  const ptrdiff_t count =
    shape->isDepthwise ? (ptrdiff_t)strip.rows * strip.quads * shape->window * QUAD : byte_window_size(shape);
  return (ptrdiff_t)sizeof(BytePanelHead) + count * BYTE_PANEL;
}

/// The number by which the sum of a window's bytes is multiplied, as weights are packed as if 128 stood for 0.
static inline int32_t byte_factor(const VisionBytes *shape) { return 128 - shape->weightZero; }

/// A byte of the input as unsigned, and one of the result as the result has it.
static inline uint8_t byte_flip(bool isSigned) { return isSigned ? 0x80 : 0; }

/// Windows over all channels, by processors with products of bytes; all rows, by a team, or some, by the caller alone.
void vision_byte_dense(
  const VisionBytes *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work, VisionTeam *team);
void vision_byte_dense_rows(
  const VisionBytes *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work, int firstRow,
  int endRow);
size_t vision_byte_dense_work_size(const VisionBytes *shape);

/// Windows of each channel's own, the same way.
void vision_byte_depthwise(
  const VisionBytes *shape, const void *packed, const uint8_t *input, uint8_t *output, VisionTeam *team);
void vision_byte_depthwise_rows(
  const VisionBytes *shape, const void *packed, const uint8_t *input, uint8_t *output, int firstRow, int endRow);

#endif
