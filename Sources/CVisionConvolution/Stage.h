// What the kinds of convolutions of a block have in common.

#ifndef VISION_STAGE_H
#define VISION_STAGE_H

#include "CVisionConvolution.h"

/// How a convolution goes over rows.
typedef struct {
  int inputHeight, inputWidth, outputHeight, outputWidth;
  /// The bytes of a row.
  ptrdiff_t inputRow, outputRow;
  int window, stride, top;
  /// The bytes of working memory for each member.
  size_t work;
} StageRows;

/// The bytes of so many floats for each of so many pixels.
static inline ptrdiff_t float_row(int32_t width, int32_t channels) {
  return (ptrdiff_t)width * channels * (ptrdiff_t)sizeof(float);
}

static inline StageRows rows_of(const VisionStage *stage) {
  if (stage->dense != NULL) {
    const VisionDense *dense = stage->dense;
    return (StageRows){
      dense->inputHeight, dense->inputWidth, dense->outputHeight, dense->outputWidth, float_row(dense->inputWidth, dense->inputs),
      float_row(dense->outputWidth, dense->outputs), dense->window, dense->stride, dense->top,
      vision_dense_work_count(dense) * sizeof(float),
    };
  }
  if (stage->depthwise != NULL) {
    const VisionDepthwise *depthwise = stage->depthwise;
    return (StageRows){
      depthwise->inputHeight, depthwise->inputWidth, depthwise->outputHeight, depthwise->outputWidth,
      float_row(depthwise->inputWidth, depthwise->channels),
      float_row(depthwise->outputWidth, depthwise->channels), depthwise->window, depthwise->stride, depthwise->top, 0,
    };
  }
  if (stage->bytes != NULL) {
    const VisionBytes *bytes = stage->bytes;
    return (StageRows){
      bytes->inputHeight, bytes->inputWidth, bytes->outputHeight, bytes->outputWidth, (ptrdiff_t)bytes->inputWidth * bytes->inputs,
      (ptrdiff_t)bytes->outputWidth * bytes->outputs, bytes->window, bytes->stride, bytes->top,
      vision_bytes_work_size(bytes),
    };
  }
  const VisionSparse *sparse = stage->sparse;
  const int height = sparse->pixels / stage->width;
  return (StageRows){
    height, stage->width, height, stage->width, float_row(stage->width, sparse->inputs), float_row(stage->width, sparse->outputs), 1, 1, 0,
    vision_sparse_sum_count(sparse) * sizeof(float),
  };
}

#endif
