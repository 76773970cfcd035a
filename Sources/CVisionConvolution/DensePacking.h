// The layout of a dense convolution's packed weights.

#ifndef VISION_DENSE_PACKING_H
#define VISION_DENSE_PACKING_H

#include "CVisionConvolution.h"

enum {
  /// Output channels of a panel: first their biases, then their weights for each element of the window, row by row.
  /// Missing channels are 0.
  PANEL = 16,
};

/// The number of elements of a window.
static inline ptrdiff_t window_count(const VisionDense *shape) {
  return (ptrdiff_t)shape->window * shape->window * shape->inputs;
}

/// The number of panels of all output channels.
static inline int panel_count(const VisionDense *shape) { return (shape->outputs + PANEL - 1) / PANEL; }

/// The bytes of a weight.
static inline ptrdiff_t weight_size(const VisionDense *shape) {
  return shape->isHalf ? sizeof(uint16_t) : sizeof(float);
}

/// The residual's channels.
static inline int32_t vision_residual_channels(const VisionDense *shape, const VisionEpilogue *epilogue) {
  return epilogue->residualChannels > 0 ? epilogue->residualChannels : shape->outputs;
}

/// The bytes of a panel.
static inline ptrdiff_t panel_size(const VisionDense *shape) {
  return PANEL * ((ptrdiff_t)sizeof(float) + window_count(shape) * weight_size(shape));
}

#endif
