// Kernels that compute some rows of a convolution's result, for the caller alone. Input and output are where row 0 is or would
// be: only the rows that are needed have to be there. Only for processors that are fast with them.

#ifndef VISION_ROWS_H
#define VISION_ROWS_H

#include "CVisionConvolution.h"

/// Of a dense convolution.
void vision_dense_rows(
  const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue, float *output,
  float *work, int firstRow, int endRow);

/// Of a depthwise convolution.
void vision_depthwise_rows(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, int firstRow, int endRow);

/// Of a sparse convolution, with rows of some pixels.
void vision_sparse_rows(
  const VisionSparse *shape, const VisionSparseWeights *weights, const float *input, float *output, float *sums,
  int width, int firstRow, int endRow);

/// Of a convolution of bytes.
void vision_bytes_rows(
  const VisionBytes *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work, int firstRow,
  int endRow);

#endif
