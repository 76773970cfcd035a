#include "Samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "Random.h"

enum {
  /// Products of a stage: small ones, for there to be many.
  MOST_PRODUCTS = 8000,
};

/// Windows over a dimension, and how many of them there are.
typedef struct {
  int before, count;
} Steps;

static Steps steps(int extent, int window, int stride) {
  const int before = draw(window), maximum = (extent - 1 + before) / stride + 1;
  // Mostly all that there are: other networks leave the last ones out.
  return (Steps){before, draw(4) == 0 ? between(1, maximum) : maximum};
}

static int pick_stride(void) { return draw(16) == 0 ? between(1, VISION_MAX_WINDOW) : between(1, 3); }

static int pick_window(void) {
  const int kind = draw(16);
  return kind < 6 ? 1 : kind < 15 ? between(2, 5) : between(6, 12);
}

int pick_channels(void) { return draw(3) == 0 ? 8 * between(1, 6) : between(1, 40); }

Extents make_dense(Sample *sample, Extents from) {
  VisionDense *shape = &sample->dense;
  const int window = pick_window(), stride = pick_stride();
  const Steps rows = steps(from.height, window, stride), columns = steps(from.width, window, stride);
  int outputs = draw(24) == 0 ? between(60, 140) : draw(4) == 0 ? 1 : pick_channels();
  const int64_t single = (int64_t)rows.count * columns.count * window * window * from.channels;
  if (single * outputs > MOST_PRODUCTS) outputs = single >= MOST_PRODUCTS ? 1 : (int)(MOST_PRODUCTS / single);
  const float minimum = draw(2) ? -INFINITY : -1, maximum = draw(2) ? INFINITY : 1.5f;
  *shape = (VisionDense){
    from.height, from.width, rows.count, columns.count, from.channels, outputs, window, stride, rows.before,
    columns.before, minimum, maximum, draw(2) == 0,
  };
  const size_t count = (size_t)outputs * window * window * from.channels;
  sample->weights = noises(count);
  sample->biases = noises(outputs);
  uint16_t *halves = allocate(count * sizeof(uint16_t), 2);
  if (shape->isHalf) {
    for (size_t i = 0; i < count; i++) {
      const _Float16 half = draw(64) == 0 ? (_Float16)(sample->weights[i] * 0x1p-18f) : (_Float16)sample->weights[i];
      memcpy(&halves[i], &half, sizeof half);
      sample->weights[i] = half;
    }
  }
  sample->packed = allocate(vision_dense_packed_size(shape), 0);
  vision_dense_pack(shape, shape->isHalf ? (void *)halves : sample->weights, sample->biases, sample->packed);
  return (Extents){rows.count, columns.count, outputs};
}

Extents make_depthwise(Sample *sample, Extents from) {
  const int window = draw(2) ? 3 : 5, stride = between(1, 2);
  const Steps rows = steps(from.height, window, stride), columns = steps(from.width, window, stride);
  sample->depthwise = (VisionDepthwise){
    from.height, from.width, rows.count, columns.count, from.channels, window, stride, rows.before, columns.before,
    draw(2) ? -INFINITY : 0, draw(2) ? INFINITY : 1, draw(2), false,
  };
  if (draw(4) == 0) {
    VisionDepthwise *dilated = &sample->depthwise;
    dilated->stride = 1;
    dilated->dilation = between(2, 5);
    dilated->top = dilated->dilation * draw(window);
    dilated->left = dilated->dilation * draw(window);
    dilated->outputHeight = from.height;
    dilated->outputWidth = from.width;
  }
  sample->weights = noises((size_t)window * window * from.channels);
  sample->biases = noises(from.channels);
  sample->packed = allocate(vision_depthwise_packed_count(&sample->depthwise) * sizeof(float), 4);
  vision_depthwise_pack(&sample->depthwise, sample->weights, sample->biases, sample->packed);
  return (Extents){sample->depthwise.outputHeight, sample->depthwise.outputWidth, from.channels};
}

Extents make_sparse(Sample *sample, Extents from) {
  int outputs = 8 * between(1, 8);
  const int pixels = from.height * from.width;
  while (outputs > 8 && (int64_t)pixels * from.channels * outputs > MOST_PRODUCTS) outputs -= 8;
  sample->sparse = (VisionSparse){pixels, from.channels, outputs, draw(2) ? -INFINITY : 0, draw(2) ? INFINITY : 1};
  const size_t count = (size_t)outputs * from.channels;
  const int share = between(2, 40);
  sample->weights = noises(count);
  sample->biases = noises(outputs);
  int32_t *starts = allocate((outputs + 1) * sizeof(int32_t), 4), total = 0;
  for (size_t i = 0; i < count; i++) {
    if (random_bits() % (uint64_t)share != 0) sample->weights[i] = 0;
    else total++;
  }
  int32_t *columns = allocate((size_t)total * sizeof(int32_t), 4);
  float *values = allocate((size_t)total * sizeof(float), 4);
  total = 0;
  for (int output = 0; output < outputs; output++) {
    starts[output] = total;
    for (int input = 0; input < from.channels; input++) {
      const float weight = sample->weights[(size_t)output * from.channels + input];
      if (weight == 0) continue;
      columns[total] = input;
      values[total++] = weight;
    }
  }
  starts[outputs] = total;
  int32_t *packedStarts = allocate(vision_sparse_start_count(&sample->sparse) * sizeof(int32_t), 4);
  uint16_t *counts = allocate(vision_sparse_count_count(&sample->sparse) * sizeof(uint16_t), 2);
  uint16_t *packedColumns = allocate((size_t)total * sizeof(uint16_t), 2);
  float *packedValues = allocate((size_t)total * sizeof(float), 4);
  vision_sparse_pack(&sample->sparse, starts, columns, values, packedStarts, counts, packedColumns, packedValues);
  sample->sparseWeights = (VisionSparseWeights){sample->biases, packedStarts, counts, packedColumns, packedValues};
  return (Extents){from.height, from.width, outputs};
}

Extents make_bytes(Sample *sample, Extents from) {
  const bool isDepthwise = draw(2) == 0;
  int window = isDepthwise ? (draw(2) ? 3 : 5) : pick_window();
  const int stride = isDepthwise ? between(1, 2) : pick_stride();
  if (!isDepthwise && window * window * from.channels > VISION_MAX_QUANTIZED_PRODUCTS) window = 1;
  const Steps rows = steps(from.height, window, stride), columns = steps(from.width, window, stride);
  int outputs = isDepthwise ? from.channels : pick_channels();
  const int inputs = isDepthwise ? 1 : from.channels;
  const int64_t single = (int64_t)rows.count * columns.count * window * window * inputs;
  if (!isDepthwise && single * outputs > MOST_PRODUCTS) {
    outputs = single >= MOST_PRODUCTS ? 1 : (int)(MOST_PRODUCTS / single);
  }
  const int zero = draw(256);
  sample->quantized = (VisionQuantized){
    from.height, from.width, rows.count, columns.count, from.channels, outputs, window, stride, rows.before,
    columns.before, isDepthwise, draw(2) == 0, draw(2) == 0, draw(256), between(1, 255), zero,
    draw(2) ? 0 : draw(zero + 1), draw(2) ? 255 : between(zero, 255),
  };
  const size_t count = (size_t)outputs * window * window * inputs;
  sample->byteWeights = random_bytes(count);
  sample->byteBiases = allocate(outputs * sizeof(int32_t), 4);
  sample->scales = allocate(outputs * sizeof(float), 4);
  for (int i = 0; i < outputs; i++) {
    const int range = draw(8);
    sample->byteBiases[i] = range == 0 ? (int32_t)random_bits() : (int32_t)(random_bits() % 20000) - 10000;
    sample->scales[i] = range == 1 ? ldexpf(1 + fabsf(noise()), between(-32, 6)) : fabsf(noise()) * 0.002f + 0x1p-32f;
  }
  sample->packed = allocate(vision_quantized_packed_size(&sample->quantized), 0);
  vision_quantized_pack(&sample->quantized, sample->byteWeights, sample->byteBiases, sample->scales, sample->packed);
  return (Extents){rows.count, columns.count, outputs};
}

VisionStage stage_of(const Sample *sample) {
  switch (sample->kind) {
  case DENSE: return (VisionStage){.dense = &sample->dense, .packed = sample->packed};
  case DEPTHWISE: return (VisionStage){.depthwise = &sample->depthwise, .packed = sample->packed};
  case SPARSE: return (VisionStage){.sparse = &sample->sparse, .sparseWeights = &sample->sparseWeights};
  case BYTES: return (VisionStage){.quantized = &sample->quantized, .packed = sample->packed};
  }
  abort();
}
