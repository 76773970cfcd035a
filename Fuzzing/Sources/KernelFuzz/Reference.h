// Convolutions and resizings in double precision and exact integers, straight from their definition: what kernels are compared with.

#ifndef KERNEL_FUZZ_REFERENCE_H
#define KERNEL_FUZZ_REFERENCE_H

#include "CVisionConvolution.h"

/// A result, and the sum of the magnitudes of what was added, which bounds what rounding may change.
typedef struct {
  double value, magnitude;
} Expected;

/// One result of a dense convolution, after its bounds.
///
/// - Parameter weights: `outputs` x `window` x `window` x `inputs`.
Expected expected_dense(
  const VisionDense *shape, const float *weights, const float *biases, const float *input, int y, int x, int channel);

/// One result of a depthwise convolution.
///
/// - Parameter weights: `window` x `window` x `channels`.
Expected expected_depthwise(
  const VisionDepthwise *shape, const float *weights, const float *biases, const float *input, int y, int x,
  int channel);

/// One result of a convolution by single pixels.
///
/// - Parameter weights: `outputs` x `inputs`, those that are left out as 0.
Expected expected_sparse(
  const VisionSparse *shape, const float *weights, const float *biases, const float *input, int pixel, int channel);

/// One result of a convolution of bytes, as the result has it.
int expected_byte(
  const VisionQuantized *shape, const uint8_t *weights, const int32_t *biases, const float *scales, const uint8_t *input,
  int y, int x, int channel);

/// One result of a bilinear resizing.
Expected expected_resize(const VisionResize *shape, const float *input, int y, int x, int channel);

#endif
