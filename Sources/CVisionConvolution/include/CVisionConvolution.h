// Convolutions of floats and, at the end, of bytes: dense ones, by windows over all channels; depthwise ones, of each channel by a small window of its own;
// and sparse ones, of each pixel by weights of which most are 0.

#ifndef CVISION_CONVOLUTION_H
#define CVISION_CONVOLUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The maximum sizes of kernels. This bounds every size that is made of these, so that all of them fit an integer of 64 bits.
enum {
  /// Rows, columns or channels of a tensor.
  VISION_MOST_EXTENT = 1 << 14,
  /// Numbers of a tensor.
  VISION_MOST_NUMBERS = 1 << 24,
  /// Rows and columns of a window, and its steps.
  VISION_MOST_WINDOW = 64,
  /// Products of bytes that a sum of 32 bits always holds.
  VISION_MOST_BYTE_PRODUCTS = 1 << 15,
  /// Threads of a team.
  VISION_MOST_MEMBERS = 64,
};

/// Whether there are kernels that are worth their while: the processor has AVX2 with fused multiply-add, or AVX-512, and the
/// compiler was asked to optimize. Kernels of a debug build would take a hundred times as long as LiteRT's.
bool vision_convolution_is_fast(void);

/// Whether the compiler was asked to optimize, which debug builds do not.
bool vision_kernels_are_optimized(void);

/// The widest vector instructions that kernels take on this processor, for people.
const char *vision_kernel_path(void);

/// Threads that share the work of one kernel after the other. One caller at a time.
typedef struct VisionTeam VisionTeam;

/// A team of the caller and `members` - 1 threads of its own, at most `VISION_MOST_MEMBERS` in all, which sleep when there is nothing to do. NULL when
/// there is no memory.
VisionTeam *vision_team_create(int32_t members);

/// Ends the threads. No kernel may be at work.
void vision_team_destroy(VisionTeam *team);

/// The members of a team, the caller among them: fewer than asked for when threads could not be started, 1 without a team.
int32_t vision_team_members(const VisionTeam *team);

/// Computes one part of some work; `member` tells whose working memory is free for it.
typedef void VisionPart(const void *work, int part, int member);

/// Computes parts 0 to `count` - 1, in any order and side by side, and returns when all are done. Without a team the caller
/// computes them one by one as member 0.
void vision_team_share(VisionTeam *team, VisionPart *compute, const void *work, int count);

/// The extents of a dense convolution. Tensors are rows, columns, channels, the channels innermost.
typedef struct {
  int32_t inputHeight, inputWidth;
  int32_t outputHeight, outputWidth;
  /// Channels of the input and of the result.
  int32_t inputs, outputs;
  /// Rows and columns of the window.
  int32_t window;
  /// Steps of the window.
  int32_t stride;
  /// Rows above and columns left of the input that count as 0, below `window`. Whatever a window needs below and to the
  /// right counts as 0 too; every window has to touch the input.
  int32_t top, left;
  /// The bounds of the result.
  float least, most;
  /// Whether weights are floats of 16 bits, as in the file, so that packed ones take half the memory.
  bool isHalf;
} VisionDense;

/// What follows a dense convolution's bounds, in this order.
typedef struct {
  /// Numbers that are added, of the result's extents; NULL for none.
  const float *addend;
  /// The bounds of those sums.
  float least, most;
  /// One for each channel, with which what is below 0 is multiplied; NULL for none.
  const float *slopes;
} VisionEpilogue;

/// The number of bytes that packed weights take.
size_t vision_dense_packed_size(const VisionDense *shape);

/// The number of floats that a run needs as working memory for each member of its team.
size_t vision_dense_work_count(const VisionDense *shape);

/// Brings weights, `outputs` x `window` x `window` x `inputs`, of the size that the shape says, and biases, one for each output
/// channel, into the order of `vision_dense`.
void vision_dense_pack(const VisionDense *shape, const void *weights, const float *biases, void *packed);

/// Convolves with the widest kernel that the processor has.
///
/// A result is its channel's bias, to which the products are added one by one, each sum rounded once, row after row of the
/// window and from left to right: XNNPACK's order, so that results are equal to the last bit.
///
/// - Parameters:
///   - output: May be the epilogue's addend, not the input.
///   - work: The working memory of all members.
///   - team: Who shares the work; NULL for the caller alone.
void vision_dense(
  const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue, float *output,
  float *work, VisionTeam *team);

/// The same by the kernel for AVX2 where the processor has it, else by the plain loop.
void vision_dense_avx2(
  const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue, float *output,
  float *work);

/// The same by a plain loop, on any processor.
void vision_dense_plain(
  const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue, float *output);

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

/// The extents of a convolution of bytes that stand for numbers: dense, or depthwise. Tensors are rows, columns, channels, the
/// channels innermost.
///
/// A byte stands for the number that it is more than the byte of 0, times a scale. All bytes are told as unsigned ones: signed
/// ones, in two's complement, are 128 less.
typedef struct {
  int32_t inputHeight, inputWidth;
  int32_t outputHeight, outputWidth;
  /// Channels of the input and of the result; a depthwise one has as many of both.
  int32_t inputs, outputs;
  /// Rows and columns of the window; 3 or 5 for a depthwise one.
  int32_t window;
  /// Steps of the window; 1 or 2 for a depthwise one.
  int32_t stride;
  /// Rows above and columns left of the input that count as 0, below `window`. Whatever a window needs below and to the
  /// right counts as 0 too; every window has to touch the input.
  int32_t top, left;
  bool isDepthwise;
  /// Whether the input and the result have signed bytes.
  bool isInputSigned, isOutputSigned;
  /// The bytes of 0: 0 to 255, of weights 1 to 255.
  int32_t inputZero, weightZero, outputZero;
  /// The bounds of the result, of which the lower one is at most the byte of 0.
  int32_t least, most;
} VisionBytes;

/// Whether there are kernels for bytes that are worth their while: the processor has AVX-512 with products of bytes (VNNI), and
/// the compiler was asked to optimize.
bool vision_bytes_are_fast(void);

/// The number of bytes that packed weights take.
size_t vision_bytes_packed_size(const VisionBytes *shape);

/// The number of bytes that a run needs as working memory for each member of its team.
size_t vision_bytes_work_size(const VisionBytes *shape);

/// Brings weights into the order of `vision_bytes`.
///
/// - Parameters:
///   - weights: Unsigned; `outputs` x `window` x `window` x `inputs`, of a depthwise one `window` x `window` x `outputs`.
///   - biases: One for each output channel, in steps of what a product of two bytes stands for.
///   - scales: One for each output channel: by how much such a step is more than one of the result.
///   - packed: Starts on a multiple of 64 bytes.
void vision_bytes_pack(
  const VisionBytes *shape, const uint8_t *weights, const int32_t *biases, const float *scales, void *packed);

/// Convolves by the kernel for AVX-512 where the processor has it, else by the plain loop.
///
/// A result is its channel's bias and all products, exactly, then times the scale as floats of 32 bits, rounded to the nearest
/// integer, to the even one in the middle, and bounded: XNNPACK's way, so that results are equal.
///
/// - Parameters:
///   - work: The working memory of all members, from a multiple of 64 bytes on.
///   - team: Who shares the work; NULL for the caller alone.
void vision_bytes(
  const VisionBytes *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work, VisionTeam *team);

/// The same by a plain loop, on any processor.
void vision_bytes_plain(const VisionBytes *shape, const void *packed, const uint8_t *input, uint8_t *output);

/// A convolution of a block: of one kind.
typedef struct {
  /// NULL but for a dense one; its weights are `packed`.
  const VisionDense *dense;
  /// NULL but for a depthwise one; its weights are `packed`.
  const VisionDepthwise *depthwise;
  /// NULL but for one of bytes; its weights are `packed`.
  const VisionBytes *bytes;
  /// NULL but for a sparse one, whose rows have `width` pixels.
  const VisionSparse *sparse;
  const void *packed;
  const VisionSparseWeights *sparseWeights;
  int32_t width;
} VisionStage;

/// What a block asks for, in bytes.
typedef struct {
  /// The packed weights of all its convolutions, without a sparse one's columns and values.
  uint64_t packed;
  /// The working memory of a run.
  uint64_t work;
} VisionBlockSizes;

/// Checks that kernels can compute a block, and says what it asks for.
///
/// - Parameters:
///   - stages: The convolutions, `count` of them, with or without packed weights.
///   - members: The members of the team.
///   - sizes: What the block asks for; untouched when it is refused. The caller decides how much is too much.
/// - Returns: False when extents, windows, steps, margins or bounds are not what the shapes' descriptions ask for, when they are
///   beyond the limits above, and when a convolution does not take what the one before it gives. Nothing else may be called with
///   such a block.
bool vision_block_sizes(const VisionStage *stages, int32_t count, int32_t members, VisionBlockSizes *sizes);

/// Convolves by several convolutions, each of what the one before it gave.
///
/// Where what lies between them would not stay in a cache, every member takes a range of rows through all of them, a few at a time.
///
/// - Parameters:
///   - stages: The convolutions, `count` of them: of floats, or of bytes; those that `vision_block_sizes` let through.
///   - input: What the first one takes.
///   - epilogue: What follows the last one, which has to be dense for there to be any.
///   - output: What the last one gives.
///   - work: Working memory of the size that `vision_block_sizes` said for the team, from a multiple of 64 bytes on.
///   - team: Who shares the work; NULL for the caller alone.
void vision_block(
  const VisionStage *stages, int32_t count, const void *input, const VisionEpilogue *epilogue, void *output, void *work,
  VisionTeam *team);

#endif
