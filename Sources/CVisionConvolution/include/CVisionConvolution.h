// Depthwise convolutions of floats: each channel by a small window of its own.

#ifndef CVISION_CONVOLUTION_H
#define CVISION_CONVOLUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The extents of a depthwise convolution. Tensors are rows, columns, channels, the channels innermost.
typedef struct {
  int32_t inputHeight, inputWidth;
  int32_t outputHeight, outputWidth;
  /// A multiple of 8.
  int32_t channels;
  /// Rows and columns of the window: 3 or 5.
  int32_t window;
  /// Steps of the window: 1 or 2.
  int32_t stride;
  /// Rows above and columns left of the input that count as 0, below `window`. Whatever a window needs below and to the
  /// right counts as 0 too; every window has to touch the input.
  int32_t top, left;
  /// The bounds of the result.
  float least, most;
} VisionDepthwise;

/// Whether this processor has a kernel that is worth its while: AVX2 with fused multiply-add, or AVX-512.
bool vision_depthwise_is_fast(void);

/// The number of floats that packed weights take.
size_t vision_depthwise_packed_count(const VisionDepthwise *shape);

/// Brings weights, `window` x `window` x `channels`, and biases, one for each channel, into the order of
/// `vision_depthwise`.
void vision_depthwise_pack(const VisionDepthwise *shape, const float *weights, const float *biases, float *packed);

/// Convolves with the widest kernel that the processor has.
///
/// A result is its channel's bias, to which the products are added one by one, each sum rounded once, column after
/// column of the window, from the top down: XNNPACK's order, so that results are equal to the last bit.
void vision_depthwise(const VisionDepthwise *shape, const float *packed, const float *input, float *output);

/// The same by the kernel for AVX2 where the processor has it, else by the plain loop.
void vision_depthwise_avx2(const VisionDepthwise *shape, const float *packed, const float *input, float *output);

/// The same by a plain loop, on any processor.
void vision_depthwise_plain(const VisionDepthwise *shape, const float *packed, const float *input, float *output);

#endif
