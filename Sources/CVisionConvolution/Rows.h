// Kernels that compute some rows of a convolution on the calling thread. `input` and `output` are the addresses of row
// 0; only the rows that are needed have to be in memory. Not for the plain path.

#ifndef VISION_ROWS_H
#define VISION_ROWS_H

#include "CVisionConvolution.h"
#include "Paths.h"

/// Dense.
void vision_dense_rows(
  Path path, const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue,
  float *output, float *work, int firstRow, int endRow);

/// The residual of a dense convolution that is pooled, as its output: the maximum of 2 x 2 pixels, and 0 in the channels
/// that it lacks. Also for the plain path.
void vision_dense_pool_rows(
  Path path, const VisionDense *shape, const VisionEpilogue *epilogue, float *output, int firstRow, int endRow);

/// The same with a plain loop.
void vision_dense_pool_plain(
  const VisionDense *shape, const VisionEpilogue *epilogue, float *output, int firstRow, int endRow);

/// Depthwise. The epilogue, NULL for none, has a residual of the output's shape, which is not in its place, and no PReLU.
void vision_depthwise_rows(
  Path path, const VisionDepthwise *shape, const float *packed, const float *input, const VisionEpilogue *epilogue,
  float *output, int firstRow, int endRow);

/// All rows, also for the plain path.
void vision_depthwise_sum(
  const VisionDepthwise *shape, const float *packed, const float *input, const VisionEpilogue *epilogue, float *output,
  VisionThreadPool *pool);

/// Sparse, with rows of `width` pixels and an epilogue as a depthwise one has.
void vision_sparse_rows(
  Path path, const VisionSparse *shape, const VisionSparseWeights *weights, const float *input,
  const VisionEpilogue *epilogue, float *output, float *sums, int width, int firstRow, int endRow);

/// All rows, also for the plain path.
void vision_sparse_sum(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, const VisionEpilogue *epilogue,
  float *output, float *sums, VisionThreadPool *pool);

/// Adds a residual of the output's shape with a plain loop; nothing where the epilogue has none.
static inline void vision_add_residual(const VisionEpilogue *epilogue, size_t count, float *output) {
  if (epilogue == NULL || epilogue->residual == NULL) return;
  for (size_t i = 0; i < count; i++) {
    const float sum = output[i] + epilogue->residual[i];
    output[i] = sum < epilogue->min ? epilogue->min : sum > epilogue->max ? epilogue->max : sum;
  }
}

/// Quantized.
void vision_quantized_rows(
  Path path, const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work,
  int firstRow, int endRow);

#endif
