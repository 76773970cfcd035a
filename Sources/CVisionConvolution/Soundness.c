#include "Soundness.h"

#include "Stage.h"

static bool is_extent(int32_t extent) { return extent >= 1 && extent <= VISION_MOST_EXTENT; }

static bool is_tensor(int32_t height, int32_t width, int32_t channels) {
  return is_extent(height) && is_extent(width) && is_extent(channels)
    && (int64_t)height * width * channels <= VISION_MOST_NUMBERS;
}

/// Whether windows, `stride` apart, the first of them `before` numbers before a dimension, all touch it.
static bool goes_over(int32_t input, int32_t output, int32_t window, int32_t stride, int32_t before) {
  return window >= 1 && window <= VISION_MOST_WINDOW && stride >= 1 && stride <= VISION_MOST_WINDOW && before >= 0
    && before < window && (int64_t)(output - 1) * stride - before < input;
}

/// Whether bounds are in order; what is not a number is not.
static bool are_bounds(float least, float most) { return least <= most; }

static bool is_depthwise_window(int32_t window, int32_t stride) {
  return (window == 3 || window == 5) && (stride == 1 || stride == 2);
}

static bool is_dense_sound(const VisionDense *shape) {
  return is_tensor(shape->inputHeight, shape->inputWidth, shape->inputs)
    && is_tensor(shape->outputHeight, shape->outputWidth, shape->outputs)
    && goes_over(shape->inputHeight, shape->outputHeight, shape->window, shape->stride, shape->top)
    && goes_over(shape->inputWidth, shape->outputWidth, shape->window, shape->stride, shape->left)
    && are_bounds(shape->least, shape->most);
}

static bool is_depthwise_sound(const VisionDepthwise *shape) {
  return is_tensor(shape->inputHeight, shape->inputWidth, shape->channels)
    && is_tensor(shape->outputHeight, shape->outputWidth, shape->channels) && shape->channels % 8 == 0
    && is_depthwise_window(shape->window, shape->stride)
    && goes_over(shape->inputHeight, shape->outputHeight, shape->window, shape->stride, shape->top)
    && goes_over(shape->inputWidth, shape->outputWidth, shape->window, shape->stride, shape->left)
    && are_bounds(shape->least, shape->most);
}

static bool is_sparse_sound(const VisionSparse *shape, int32_t width) {
  return is_extent(width) && shape->pixels % width == 0
    && is_tensor(shape->pixels / width, width, shape->inputs)
    && is_tensor(shape->pixels / width, width, shape->outputs) && shape->inputs % 8 == 0 && shape->outputs % 8 == 0
    && are_bounds(shape->least, shape->most);
}

static bool is_byte(int32_t number) { return number >= 0 && number <= 255; }

static bool are_bytes_sound(const VisionBytes *shape) {
  if (!is_tensor(shape->inputHeight, shape->inputWidth, shape->inputs)
    || !is_tensor(shape->outputHeight, shape->outputWidth, shape->outputs)
    || !goes_over(shape->inputHeight, shape->outputHeight, shape->window, shape->stride, shape->top)
    || !goes_over(shape->inputWidth, shape->outputWidth, shape->window, shape->stride, shape->left)) return false;
  if (shape->isDepthwise
    ? shape->inputs != shape->outputs || !is_depthwise_window(shape->window, shape->stride)
    : (int64_t)shape->window * shape->window * shape->inputs > VISION_MOST_BYTE_PRODUCTS) return false;
  return is_byte(shape->inputZero) && is_byte(shape->weightZero) && shape->weightZero >= 1 && is_byte(shape->outputZero)
    && is_byte(shape->least) && is_byte(shape->most) && shape->least <= shape->outputZero
    && shape->outputZero <= shape->most;
}

bool vision_stage_is_sound(const VisionStage *stage) {
  if (stage->dense != NULL) return is_dense_sound(stage->dense);
  if (stage->depthwise != NULL) return is_depthwise_sound(stage->depthwise);
  if (stage->bytes != NULL) return are_bytes_sound(stage->bytes);
  return stage->sparse != NULL && is_sparse_sound(stage->sparse, stage->width);
}

bool vision_stage_follows(const VisionStage *first, const VisionStage *next) {
  const StageRows given = rows_of(first), taken = rows_of(next);
  return (first->bytes == NULL) == (next->bytes == NULL) && given.outputHeight == taken.inputHeight
    && given.outputWidth == taken.inputWidth && given.outputRow == taken.inputRow;
}

uint64_t vision_stage_packed_size(const VisionStage *stage) {
  if (stage->dense != NULL) return vision_dense_packed_size(stage->dense);
  if (stage->depthwise != NULL) return vision_depthwise_packed_count(stage->depthwise) * sizeof(float);
  if (stage->bytes != NULL) return vision_bytes_packed_size(stage->bytes);
  return vision_sparse_start_count(stage->sparse) * sizeof(int32_t)
    + vision_sparse_count_count(stage->sparse) * sizeof(uint16_t) + (uint64_t)stage->sparse->outputs * sizeof(float);
}
