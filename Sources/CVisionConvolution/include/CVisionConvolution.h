// Convolutions of floats: depthwise ones, of each channel by a small window of its own, and sparse ones, of each pixel by
// weights of which most are 0.

#ifndef CVISION_CONVOLUTION_H
#define CVISION_CONVOLUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this processor has kernels that are worth their while: AVX2 with fused multiply-add, or AVX-512.
bool vision_convolution_is_fast(void);

/// Threads that share the work of one kernel after the other. One caller at a time.
typedef struct VisionTeam VisionTeam;

/// A team of the caller and `members` - 1 threads of its own, at most 63, which sleep when there is nothing to do. NULL when
/// there is no memory.
VisionTeam *vision_team_create(int32_t members);

/// Ends the threads. No kernel may be at work.
void vision_team_destroy(VisionTeam *team);

/// The members of a team, the caller among them: fewer than asked for when threads could not be started, 1 without a team.
int32_t vision_team_members(const VisionTeam *team);

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

/// The number of floats that packed weights take.
size_t vision_depthwise_packed_count(const VisionDepthwise *shape);

/// Brings weights, `window` x `window` x `channels`, and biases, one for each channel, into the order of
/// `vision_depthwise`.
void vision_depthwise_pack(const VisionDepthwise *shape, const float *weights, const float *biases, float *packed);

/// Convolves with the widest kernel that the processor has.
///
/// A result is its channel's bias, to which the products are added one by one, each sum rounded once, column after
/// column of the window, from the top down: XNNPACK's order, so that results are equal to the last bit.
///
/// - Parameter team: Who shares the work; NULL for the caller alone.
void vision_depthwise(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, VisionTeam *team);

/// The same by the kernel for AVX2 where the processor has it, else by the plain loop.
void vision_depthwise_avx2(const VisionDepthwise *shape, const float *packed, const float *input, float *output);

/// The same by a plain loop, on any processor.
void vision_depthwise_plain(const VisionDepthwise *shape, const float *packed, const float *input, float *output);

/// The extents of a convolution by windows of one pixel. Tensors are pixels, channels, the channels innermost.
typedef struct {
  int32_t pixels;
  /// Channels of the input and of the result, multiples of 8.
  int32_t inputs, outputs;
  /// The bounds of the result.
  float least, most;
} VisionSparse;

/// Packed weights.
typedef struct {
  /// One for each output channel, to which the products are added.
  const float *biases;
  /// Where the weights of 16 output channels start.
  const int32_t *starts;
  /// The number of weights of each output channel.
  const uint16_t *counts;
  /// Of each weight that is not 0 its input channel, as packing counts them, and its value.
  const uint16_t *columns;
  const float *values;
} VisionSparseWeights;

/// The number of starts that packed weights have; there are as many columns and values as weights.
size_t vision_sparse_start_count(const VisionSparse *shape);

/// The number of counts that packed weights have.
size_t vision_sparse_count_count(const VisionSparse *shape);

/// The number of floats that a run needs as working memory for each member of its team. It starts on a multiple of 64 bytes.
size_t vision_sparse_sum_count(const VisionSparse *shape);

/// Brings weights into the order of `vision_sparse`. They are given output channel by output channel: where the weights of
/// each start, and where the last one's end, and of each weight its input channel, ascending, and its value.
void vision_sparse_pack(
  const VisionSparse *shape, const int32_t *starts, const int32_t *columns, const float *values, int32_t *packedStarts,
  uint16_t *packedCounts, uint16_t *packedColumns, float *packedValues);

/// Convolves with the widest kernel that the processor has.
///
/// A result is its channel's bias, to which the products are added one by one in the order of the input channels, each sum
/// rounded once: XNNPACK's order, so that results are equal to the last bit, a product with 0 adding nothing.
///
/// - Parameters:
///   - sums: The working memory of all members.
///   - team: Who shares the work; NULL for the caller alone.
void vision_sparse(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, float *output, float *sums,
  VisionTeam *team);

/// The same by the kernel for AVX2 where the processor has it, else by the plain loop.
void vision_sparse_avx2(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, float *output, float *sums);

/// The same by a plain loop, on any processor.
void vision_sparse_plain(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, float *output, float *sums);

#endif
