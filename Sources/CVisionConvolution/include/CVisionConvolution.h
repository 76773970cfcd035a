// Convolution kernels with their thread pool: dense, depthwise and sparse ones on float32, dense and depthwise ones on
// quantized int8 and uint8 tensors. One more resizes float32 images.
//
// Results equal XNNPACK's to the last bit: float kernels add products in its order and round each sum once; quantized ones
// are exact and round once at the end. Tracking feeds every rounding back, so another order would move boxes by percents.
//
// What makes them faster than XNNPACK's: tensors between the convolutions of a block are not the runtime's, and rows go
// through the whole block while they are in a cache. Depthwise kernels load each value once for all windows that cover
// it. Weights are fetched ahead. Zero weights are skipped. float16 weights stay so in memory. Bytes are multiplied four at a
// time (VNNI), also those of uint8 models and of depthwise convolutions.

#ifndef CVISION_CONVOLUTION_H
#define CVISION_CONVOLUTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "CVisionThreads.h"

/// The limits of shapes. They keep every derived size within a 64-bit integer.
enum {
  /// Maximum rows, columns or channels of a tensor.
  VISION_MAX_DIMENSION = 1 << 14,
  /// Maximum elements of a tensor.
  VISION_MAX_ELEMENTS = 1 << 24,
  /// Maximum rows and columns of a window, and its maximum stride.
  VISION_MAX_WINDOW = 64,
  /// Maximum products of 8-bit values in one sum, which never overflows 32 bits.
  VISION_MAX_QUANTIZED_PRODUCTS = 1 << 15,
  /// More than the paths of any processor.
  VISION_MAX_KERNEL_PATHS = 8,
};

/// Whether the kernels are faster than LiteRT's: the processor has AVX2 with FMA and F16C, and the build is
/// optimized. In a debug build they take a hundred times as long. False on aarch64, where neither times nor results
/// have been compared with LiteRT's on real processors.
bool vision_convolution_is_fast(void);

/// Whether the build is optimized, which debug builds are not.
bool vision_kernels_are_optimized(void);

/// The vector instructions that the kernels use on this processor, as text for reports. The environment variable
/// VISION_CPU_FEATURES limits them; CVisionFeatures.h has its values.
const char *vision_kernel_path(void);

/// Chooses the path of the kernels that the calling thread starts, for tests.
///
/// - Parameter path: 0 is plain C, and each path up to `VISION_MAX_KERNEL_PATHS` - 1 needs newer instructions; -1 is the
///   processor's best. The sizes of a block hold for the path with which they were computed.
/// - Returns: False, and changes nothing, where the processor has no such path.
bool vision_choose_kernel_path(int32_t path);

/// The numbers that a dense convolution multiplies; its tensors and sums are float32 all the same.
typedef enum {
  VISION_FLOAT32,
  /// Two products at a time, each sum in float32.
  VISION_BFLOAT16,
  /// Products are added up in float16, at most 64 for a sum, and these sums in float32. Weights are scaled so that no sum
  /// overflows; inputs are limited to half its range, -32,752 to 32,752.
  VISION_FLOAT16,
  VISION_NUMBERS,
} VisionNumbers;

/// The 16-bit numbers that the processor multiplies fastest; VISION_FLOAT32 where it has no such instructions: AVX512-FP16,
/// AVX512-BF16, on aarch64 BF16.
VisionNumbers vision_reduced_numbers(void);

/// Whether the processor has instructions for some numbers.
bool vision_has_numbers(VisionNumbers numbers);

/// The shape of a dense convolution. Tensors are NHWC with a batch of 1.
typedef struct {
  int32_t inputHeight, inputWidth;
  int32_t outputHeight, outputWidth;
  /// Channels of the input and of the output.
  int32_t inputs, outputs;
  /// Rows and columns of the window.
  int32_t window;
  /// The stride, in rows and columns.
  int32_t stride;
  /// Zero padding above and to the left of the input, below `window`. Beyond the bottom and right edges the input
  /// counts as 0 too; every window has to touch the input.
  int32_t top, left;
  /// The output's bounds (fused activation).
  float min, max;
  /// Whether weights are float16, in the file and packed.
  bool isHalf;
  /// Whether bounded outputs x become x * min(max(x / 6 + 0.5, 0), 1), hard swish.
  bool isHardSwish;
  /// What is multiplied: other numbers than float32 only where `vision_dense_takes` says so.
  VisionNumbers numbers;
} VisionDense;

/// Whether a convolution may multiply other numbers than float32: the processor has them, the input channels are pairs, and
/// it has so many inputs and outputs that it is faster.
bool vision_dense_takes(const VisionDense *shape, VisionNumbers numbers);

/// Whether the processor multiplies some numbers as matrices (AMX): then even the products of a sparse convolution's zeros take
/// less time than looking its weights up.
bool vision_multiplies_matrices(VisionNumbers numbers);

/// What a call adds to a convolution: what its sums start with, and what follows its bounds and hard swish, in this order.
typedef struct {
  /// What the sums of all pixels start with in the place of the biases: a number for each output channel, and up to 15 more
  /// that are read and not used. NULL for the biases. For dense convolutions.
  const float *starts;
  /// The residual that is added, of the output's shape; NULL for none.
  const float *residual;
  /// The bounds of the sum with the residual.
  float min, max;
  /// PReLU's alpha for each channel; NULL for no PReLU.
  const float *alpha;
  /// The residual's channels where it has fewer than the output, whose other channels get 0; 0 for as many.
  int32_t residualChannels;
  /// Whether what is added is the maximum of 2 x 2 pixels of the residual, which has twice the output's rows and columns.
  /// For `vision_block` alone.
  bool isResidualPooled;
} VisionEpilogue;

/// The number of bytes of packed weights.
size_t vision_dense_packed_size(const VisionDense *shape);

/// The number of floats of working memory for each thread.
size_t vision_dense_work_count(const VisionDense *shape);

/// Packs weights, `outputs` x `window` x `window` x `inputs` as float32 or float16, and `outputs` biases for
/// `vision_dense`.
void vision_dense_pack(const VisionDense *shape, const void *weights, const float *biases, void *packed);

/// Convolves with the best kernel of the processor.
///
/// An output starts as its channel's bias. Products are added one by one, each sum rounded once, row by row of the
/// window and from left to right. This is XNNPACK's order, so results are equal to the last bit, unless the numbers are
/// not float32.
///
/// - Parameters:
///   - output: May be the epilogue's residual, not the input.
///   - work: The working memory of all threads.
///   - pool: NULL runs everything on the calling thread.
void vision_dense(
  const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue, float *output,
  float *work, VisionThreadPool *pool);

/// The same with a plain loop, on any processor; for float32.
void vision_dense_plain(
  const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue, float *output);

/// Spreads the four channels of each pixel over 2 x 2 pixels of one channel, row by row: `height` x `width` x 4 floats to
/// 2 `height` x 2 `width`.
void vision_shuffle_pixels(const void *input, int32_t height, int32_t width, void *output);

/// The shape of a depthwise convolution. Tensors are NHWC with a batch of 1.
typedef struct {
  int32_t inputHeight, inputWidth;
  int32_t outputHeight, outputWidth;
  /// At least 8.
  int32_t channels;
  /// Rows and columns of the window: 3 or 5.
  int32_t window;
  /// The stride: 1 or 2.
  int32_t stride;
  /// Zero padding above and to the left of the input, below `window`. Beyond the bottom and right edges the input
  /// counts as 0 too; every window has to touch the input.
  int32_t top, left;
  /// The output's bounds (fused activation).
  float min, max;
  /// The distance of a window's elements in rows and in columns; 0 counts as 1. From 2 on the stride is 1, the output has
  /// the input's rows and columns, and the padding is a multiple of it, below `window` times as much.
  int32_t dilation;
  /// Whether bounded outputs x become x * min(max(x / 6 + 0.5, 0), 1), hard swish.
  bool isHardSwish;
} VisionDepthwise;

/// The number of floats of packed weights and biases.
size_t vision_depthwise_packed_count(const VisionDepthwise *shape);

/// Packs weights, `window` x `window` x `channels`, and `channels` biases for `vision_depthwise`.
void vision_depthwise_pack(const VisionDepthwise *shape, const float *weights, const float *biases, float *packed);

/// Convolves with the best kernel of the processor.
///
/// An output starts as its channel's bias. Products are added one by one, each sum rounded once, column by column of
/// the window and from the top down. This is XNNPACK's order, so results are equal to the last bit.
///
/// - Parameter pool: NULL runs everything on the calling thread.
void vision_depthwise(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, VisionThreadPool *pool);

/// The same with a plain loop, on any processor.
void vision_depthwise_plain(const VisionDepthwise *shape, const float *packed, const float *input, float *output);

/// The shape of a pointwise convolution (1 x 1) with sparse weights. Tensors are pixels x channels.
typedef struct {
  int32_t pixels;
  /// Channels of the input and of the output, multiples of 8.
  int32_t inputs, outputs;
  /// The output's bounds (fused activation).
  float min, max;
} VisionSparse;

/// Packed sparse weights.
typedef struct {
  /// The biases, one for each output channel.
  const float *biases;
  /// Where the weights of each group of 16 output channels start.
  const int32_t *starts;
  /// The number of nonzero weights of each output channel.
  const uint16_t *counts;
  /// The input channel of each nonzero weight within its block, and its value.
  const uint16_t *columns;
  const float *values;
} VisionSparseWeights;

/// The length of `starts`. `columns` and `values` have one element for each nonzero weight.
size_t vision_sparse_start_count(const VisionSparse *shape);

/// The length of `counts`.
size_t vision_sparse_count_count(const VisionSparse *shape);

/// The number of floats of working memory for each thread, aligned to 64 bytes.
size_t vision_sparse_sum_count(const VisionSparse *shape);

/// Packs sparse weights in CSR order for `vision_sparse`: `starts` has `outputs` + 1 elements, `columns` the ascending
/// input channels, `values` the weights.
void vision_sparse_pack(
  const VisionSparse *shape, const int32_t *starts, const int32_t *columns, const float *values, int32_t *packedStarts,
  uint16_t *packedCounts, uint16_t *packedColumns, float *packedValues);

/// Convolves with the best kernel of the processor.
///
/// An output starts as its channel's bias. Products are added one by one in the order of the input channels, each sum
/// rounded once. This is XNNPACK's order, and a product with 0 adds nothing, so results are equal to the last bit.
///
/// - Parameters:
///   - sums: The working memory of all threads.
///   - pool: NULL runs everything on the calling thread.
void vision_sparse(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, float *output, float *sums,
  VisionThreadPool *pool);

/// The same with a plain loop, on any processor.
void vision_sparse_plain(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, float *output, float *sums);

/// The shape of a dense or depthwise convolution of int8 or uint8 tensors, NHWC with a batch of 1.
///
/// Zero points, weights and bounds are given as uint8; int8 values are shifted by 128.
typedef struct {
  int32_t inputHeight, inputWidth;
  int32_t outputHeight, outputWidth;
  /// Channels of the input and of the output; equal for a depthwise convolution.
  int32_t inputs, outputs;
  /// Rows and columns of the window; 3 or 5 for a depthwise convolution.
  int32_t window;
  /// The stride; 1 or 2 for a depthwise convolution.
  int32_t stride;
  /// Zero padding above and to the left of the input, below `window`. Beyond the bottom and right edges the input
  /// counts as 0 too; every window has to touch the input.
  int32_t top, left;
  bool isDepthwise;
  /// Whether the input and the output are int8.
  bool isInputSigned, isOutputSigned;
  /// The zero points, 0...255; the weights' 1...255.
  int32_t inputZeroPoint, weightZeroPoint, outputZeroPoint;
  /// The output's bounds; `min` is at most the output's zero point.
  int32_t min, max;
} VisionQuantized;

/// The number of bytes of packed weights.
size_t vision_quantized_packed_size(const VisionQuantized *shape);

/// The number of bytes of working memory for each thread.
size_t vision_quantized_work_size(const VisionQuantized *shape);

/// Packs weights, biases and scales for `vision_quantized`.
///
/// - Parameters:
///   - weights: As uint8; `outputs` x `window` x `window` x `inputs`, depthwise `window` x `window` x `outputs`.
///   - biases: One for each output channel, in units of input scale x weight scale.
///   - scales: The per-channel requantization scale: input scale x weight scale / output scale.
///   - packed: Aligned to 64 bytes.
void vision_quantized_pack(
  const VisionQuantized *shape, const uint8_t *weights, const int32_t *biases, const float *scales, void *packed);

/// Convolves with the best kernel of the processor.
///
/// An output is the exact int32 sum of its channel's bias and all products, times the requantization scale in float32,
/// rounded to nearest even, and bounded. This is XNNPACK's arithmetic, so results are equal.
///
/// - Parameters:
///   - work: The working memory of all threads, aligned to 64 bytes.
///   - pool: NULL runs everything on the calling thread.
void vision_quantized(
  const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work,
  VisionThreadPool *pool);

/// The same with a plain loop, on any processor.
void vision_quantized_plain(const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output);

/// The shape of a bilinear resizing. Tensors are NHWC with a batch of 1, float32.
typedef struct {
  int32_t inputHeight, inputWidth;
  int32_t outputHeight, outputWidth;
  int32_t channels;
  /// Whether the first and last rows and columns of the output are those of the input. Not with `halvesPixels`.
  bool alignsCorners;
  /// Whether pixels are taken at their centres, else at their upper left corners.
  bool halvesPixels;
} VisionResize;

/// Validates a resizing and returns the bytes of its working memory for some threads.
///
/// - Returns: False for a shape that is not allowed or beyond the limits above, which may not be passed to any other
///   function.
bool vision_resize_size(const VisionResize *shape, int32_t threads, uint64_t *size);

/// Resizes with the best kernel of the processor: interpolates along two rows, then between them. This is XNNPACK's
/// arithmetic on x86-64, so results are equal to the last bit.
///
/// - Parameters:
///   - work: Working memory of the size that `vision_resize_size` returned for the pool, aligned to 64 bytes.
///   - pool: NULL runs everything on the calling thread.
void vision_resize(
  const VisionResize *shape, const float *input, float *output, void *work, VisionThreadPool *pool);

/// The same with a plain loop, on any processor.
void vision_resize_plain(const VisionResize *shape, const float *input, float *output);

/// A convolution of a block, of exactly one kind.
typedef struct {
  /// NULL unless dense; its weights are `packed`.
  const VisionDense *dense;
  /// NULL unless depthwise; its weights are `packed`.
  const VisionDepthwise *depthwise;
  /// NULL unless quantized; its weights are `packed`.
  const VisionQuantized *quantized;
  /// NULL unless sparse; its rows have `width` pixels.
  const VisionSparse *sparse;
  const void *packed;
  /// PReLU's alpha for each output channel of a dense convolution that is not the last one; NULL for no PReLU.
  const float *alpha;
  const VisionSparseWeights *sparseWeights;
  int32_t width;
} VisionStage;

/// The memory that a block needs, in bytes.
typedef struct {
  /// The packed weights of all convolutions, without the columns and values of sparse ones.
  uint64_t packed;
  /// The working memory of all threads.
  uint64_t work;
} VisionBlockSizes;

/// Validates a block and returns the memory that it needs.
///
/// - Parameters:
///   - stages: The convolutions, `count` of them, with or without packed weights.
///   - threads: The number of threads of the pool.
///   - sizes: The memory; unchanged when the block is refused. The caller decides how much is too much.
/// - Returns: False for a shape, window, stride, padding or bound that is not allowed or beyond the limits above, and
///   for a convolution whose input is not the output of the one before it. Such a block may not be passed to any other
///   function.
bool vision_block_sizes(const VisionStage *stages, int32_t count, int32_t threads, VisionBlockSizes *sizes);

/// Runs several convolutions, each on the output of the one before it.
///
/// Where the intermediate tensors would not stay in the cache, each thread takes a range of rows through all
/// convolutions, a few rows at a time.
///
/// - Parameters:
///   - stages: The convolutions, `count` of them, all floating-point or all quantized, accepted by
///     `vision_block_sizes`.
///   - input: The input of the first one.
///   - epilogue: Follows the last one, which has to be dense if there is any, or depthwise or sparse with a residual of the
///     output's shape and no PReLU.
///   - output: The output of the last one.
///   - work: Working memory of the size that `vision_block_sizes` returned for the pool, aligned to 64 bytes.
///   - pool: NULL runs everything on the calling thread.
void vision_block(
  const VisionStage *stages, int32_t count, const void *input, const VisionEpilogue *epilogue, void *output, void *work,
  VisionThreadPool *pool);

#endif
