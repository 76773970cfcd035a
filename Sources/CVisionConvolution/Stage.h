// What the kinds of convolutions of a block have in common.

#ifndef VISION_STAGE_H
#define VISION_STAGE_H

#include "CVisionConvolution.h"
#include "DepthwisePacking.h"

/// The rows and windows of a convolution.
typedef struct {
  int inputHeight, inputWidth, outputHeight, outputWidth;
  /// The bytes of a row.
  ptrdiff_t inputRow, outputRow;
  int window, stride, top;
  /// The bytes of working memory for each thread.
  size_t work;
} StageRows;

/// The bytes of a row of floats.
static inline ptrdiff_t float_row(int32_t width, int32_t channels) {
  return (ptrdiff_t)width * channels * (ptrdiff_t)sizeof(float);
}

static inline StageRows rows_of(const VisionStage *stage) {
  if (stage->dense != NULL) {
    const VisionDense *dense = stage->dense;
    return (StageRows){
      dense->inputHeight, dense->inputWidth, dense->outputHeight, dense->outputWidth,
      float_row(dense->inputWidth, dense->inputs),
      float_row(dense->outputWidth, dense->outputs), dense->window, dense->stride, dense->top,
      vision_dense_work_count(dense) * sizeof(float),
    };
  }
  if (stage->depthwise != NULL) {
    const VisionDepthwise *depthwise = stage->depthwise;
    return (StageRows){
      depthwise->inputHeight, depthwise->inputWidth, depthwise->outputHeight, depthwise->outputWidth,
      float_row(depthwise->inputWidth, depthwise->channels),
      float_row(depthwise->outputWidth, depthwise->channels),
      (depthwise->window - 1) * depthwise_dilation(depthwise) + 1, depthwise->stride, depthwise->top, 0,
    };
  }
  if (stage->quantized != NULL) {
    const VisionQuantized *quantized = stage->quantized;
    return (StageRows){
      quantized->inputHeight, quantized->inputWidth, quantized->outputHeight, quantized->outputWidth,
      (ptrdiff_t)quantized->inputWidth * quantized->inputs,
      (ptrdiff_t)quantized->outputWidth * quantized->outputs, quantized->window, quantized->stride, quantized->top,
      vision_quantized_work_size(quantized),
    };
  }
  const VisionSparse *sparse = stage->sparse;
  const int height = sparse->pixels / stage->width;
  return (StageRows){
    height, stage->width, height, stage->width, float_row(stage->width, sparse->inputs),
    float_row(stage->width, sparse->outputs), 1, 1, 0,
    vision_sparse_sum_count(sparse) * sizeof(float),
  };
}

#endif
