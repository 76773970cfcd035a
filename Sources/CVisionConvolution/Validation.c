#include "Validation.h"

#include "DepthwisePacking.h"
#include "Stage.h"

static bool is_dimension(int32_t dimension) { return dimension >= 1 && dimension <= VISION_MAX_DIMENSION; }

bool vision_is_tensor(int32_t height, int32_t width, int32_t channels) {
  return is_dimension(height) && is_dimension(width) && is_dimension(channels)
    && (int64_t)height * width * channels <= VISION_MAX_ELEMENTS;
}

/// Whether all windows touch a dimension: `stride` apart, the first one `before` its start.
static bool goes_over(int32_t input, int32_t output, int32_t window, int32_t stride, int32_t before) {
  return window >= 1 && window <= VISION_MAX_WINDOW && stride >= 1 && stride <= VISION_MAX_WINDOW && before >= 0
    && before < window && (int64_t)(output - 1) * stride - before < input;
}

/// Whether bounds are in order and no NaN.
static bool are_bounds(float min, float max) { return min <= max; }

static bool is_depthwise_window(int32_t window, int32_t stride) {
  return (window == 3 || window == 5) && (stride == 1 || stride == 2);
}

static bool is_dense_valid(const VisionDense *shape) {
  return vision_is_tensor(shape->inputHeight, shape->inputWidth, shape->inputs)
    && vision_is_tensor(shape->outputHeight, shape->outputWidth, shape->outputs)
    && goes_over(shape->inputHeight, shape->outputHeight, shape->window, shape->stride, shape->top)
    && goes_over(shape->inputWidth, shape->outputWidth, shape->window, shape->stride, shape->left)
    && are_bounds(shape->min, shape->max) && vision_dense_takes(shape, shape->numbers);
}

/// Whether a dilated convolution keeps the image's size, and its padding is that of windows of adjacent pixels times the
/// dilation. Bounds keep all products within 32 bits.
static bool is_dilation_valid(const VisionDepthwise *shape) {
  const int32_t dilation = shape->dilation;
  return dilation <= VISION_MAX_WINDOW && shape->stride == 1 && shape->inputHeight == shape->outputHeight
    && shape->inputWidth == shape->outputWidth && shape->top >= 0 && shape->top % dilation == 0
    && shape->top / dilation < shape->window && shape->left >= 0 && shape->left % dilation == 0
    && shape->left / dilation < shape->window;
}

static bool is_depthwise_valid(const VisionDepthwise *shape) {
  if (shape->dilation < 0) return false;
  if (shape->dilation > 1) {
    return vision_is_tensor(shape->inputHeight, shape->inputWidth, shape->channels) && shape->channels >= TAIL
      && is_depthwise_window(shape->window, shape->stride) && is_dilation_valid(shape)
      && are_bounds(shape->min, shape->max);
  }
  return vision_is_tensor(shape->inputHeight, shape->inputWidth, shape->channels)
    && vision_is_tensor(shape->outputHeight, shape->outputWidth, shape->channels) && shape->channels >= TAIL
    && is_depthwise_window(shape->window, shape->stride)
    && goes_over(shape->inputHeight, shape->outputHeight, shape->window, shape->stride, shape->top)
    && goes_over(shape->inputWidth, shape->outputWidth, shape->window, shape->stride, shape->left)
    && are_bounds(shape->min, shape->max);
}

static bool is_sparse_valid(const VisionSparse *shape, int32_t width) {
  return is_dimension(width) && shape->pixels % width == 0
    && vision_is_tensor(shape->pixels / width, width, shape->inputs)
    && vision_is_tensor(shape->pixels / width, width, shape->outputs) && shape->inputs % 8 == 0 && shape->outputs % 8 == 0
    && are_bounds(shape->min, shape->max);
}

static bool is_byte(int32_t number) { return number >= 0 && number <= 255; }

static bool is_quantized_valid(const VisionQuantized *shape) {
  if (!vision_is_tensor(shape->inputHeight, shape->inputWidth, shape->inputs)
    || !vision_is_tensor(shape->outputHeight, shape->outputWidth, shape->outputs)
    || !goes_over(shape->inputHeight, shape->outputHeight, shape->window, shape->stride, shape->top)
    || !goes_over(shape->inputWidth, shape->outputWidth, shape->window, shape->stride, shape->left)) return false;
  if (shape->isDepthwise
    ? shape->inputs != shape->outputs || !is_depthwise_window(shape->window, shape->stride)
    : (int64_t)shape->window * shape->window * shape->inputs > VISION_MAX_QUANTIZED_PRODUCTS) return false;
  return is_byte(shape->inputZeroPoint) && is_byte(shape->weightZeroPoint) && shape->weightZeroPoint >= 1
    && is_byte(shape->outputZeroPoint)
    && is_byte(shape->min) && is_byte(shape->max) && shape->min <= shape->outputZeroPoint
    && shape->outputZeroPoint <= shape->max;
}

bool vision_stage_is_valid(const VisionStage *stage) {
  if (stage->dense != NULL) return is_dense_valid(stage->dense);
  if (stage->depthwise != NULL) return is_depthwise_valid(stage->depthwise);
  if (stage->quantized != NULL) return is_quantized_valid(stage->quantized);
  return stage->sparse != NULL && is_sparse_valid(stage->sparse, stage->width);
}

bool vision_stage_follows(const VisionStage *first, const VisionStage *next) {
  const StageRows given = rows_of(first), taken = rows_of(next);
  return (first->quantized == NULL) == (next->quantized == NULL) && given.outputHeight == taken.inputHeight
    && given.outputWidth == taken.inputWidth && given.outputRow == taken.inputRow;
}

uint64_t vision_stage_packed_size(const VisionStage *stage) {
  if (stage->dense != NULL) return vision_dense_packed_size(stage->dense);
  if (stage->depthwise != NULL) return vision_depthwise_packed_count(stage->depthwise) * sizeof(float);
  if (stage->quantized != NULL) return vision_quantized_packed_size(stage->quantized);
  return vision_sparse_start_count(stage->sparse) * sizeof(int32_t)
    + vision_sparse_count_count(stage->sparse) * sizeof(uint16_t) + (uint64_t)stage->sparse->outputs * sizeof(float);
}
