#include "Results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Random.h"

VisionThreadPool *pool(int members) {
  static VisionThreadPool *pools[5];
  if (members < 2) return NULL;
  if (pools[members] == NULL) pools[members] = vision_thread_pool_create(members);
  return pools[members];
}

int pick_members(void) { return draw(8) == 0 ? between(2, 4) : 1; }

void check_near(const float *found, size_t place, Expected expected, double slope, const char *kind) {
  const double difference = fabs(found[place] - expected.value);
  if (!(difference <= 1e-5 * (1 + slope) * expected.magnitude + 1e-30)) {
    fprintf(stderr, "%s: %.9g instead of %.9g at %zu\n", kind, found[place], expected.value, place);
    abort();
  }
}

void check_equal(const float *found, const float *expected, size_t count, const char *kind) {
  for (size_t i = 0; i < count; i++) {
    if (found[i] == expected[i]) continue;
    fprintf(
      stderr, "%s, %s: %.9g instead of %.9g at %zu of %zu\n", kind, vision_kernel_path(), found[i], expected[i], i,
      count);
    abort();
  }
}

/// Sums of products of 16-bit numbers: `limits` is how far each may be from `plain`.
static void check_reduced(
  const Sample *sample, const float *input, const VisionEpilogue *epilogue, const float *plain, const double *limits,
  int members
) {
  VisionDense shape = sample->dense;
  shape.isHalf = false;
  const size_t count = (size_t)shape.outputHeight * shape.outputWidth * shape.outputs;
  for (VisionNumbers numbers = VISION_BFLOAT16; numbers < VISION_NUMBERS; numbers++) {
    if (!vision_dense_takes(&shape, numbers)) continue;
    shape.numbers = numbers;
    void *packed = allocate(vision_dense_packed_size(&shape), 0);
    vision_dense_pack(&shape, sample->weights, sample->biases, packed);
    float *work = allocate(vision_dense_work_count(&shape) * (size_t)members * sizeof(float), 0);
    float *found = allocate(count * sizeof(float), 4);
    vision_dense(&shape, packed, input, epilogue, found, work, pool(members));
    for (size_t i = 0; i < count; i++) {
      if (fabs((double)found[i] - plain[i]) <= limits[i]) continue;
      fprintf(stderr, "reduced dense, kind %d: %.9g instead of %.9g at %zu\n", numbers, found[i], plain[i], i);
      abort();
    }
  }
}

float *dense_results(const Sample *sample, const float *input, const VisionEpilogue *epilogue) {
  const VisionDense *shape = &sample->dense;
  const size_t count = (size_t)shape->outputHeight * shape->outputWidth * shape->outputs;
  float *plain = allocate(count * sizeof(float), 4), *found = allocate(count * sizeof(float), 4);
  double *limits = allocate(count * sizeof(double), 0), largest = 0;
  const size_t inputs = (size_t)shape->inputHeight * shape->inputWidth * shape->inputs;
  for (size_t i = 0; i < inputs; i++) largest = fmax(largest, fabs(input[i]));
  vision_dense_plain(shape, sample->packed, input, epilogue, plain);
  const float *starts = epilogue->starts != NULL ? epilogue->starts : sample->biases;
  size_t place = 0;
  for (int y = 0; y < shape->outputHeight; y++) {
    for (int x = 0; x < shape->outputWidth; x++) {
      for (int channel = 0; channel < shape->outputs; channel++, place++) {
        Expected expected = expected_dense(shape, sample->weights, starts, input, y, x, channel);
        double slope = 0;
        if (epilogue->residual != NULL) {
          const int channels = epilogue->residualChannels > 0 ? epilogue->residualChannels : shape->outputs;
          const size_t pixel = place / (size_t)shape->outputs;
          const double added = channel < channels ? epilogue->residual[pixel * channels + channel] : 0;
          expected.value = fmin(fmax(expected.value + added, epilogue->min), epilogue->max);
          expected.magnitude += fabs(added);
        }
        if (epilogue->alpha != NULL) {
          slope = fabs(epilogue->alpha[channel]);
          if (expected.value < 0) expected.value *= epilogue->alpha[channel];
        }
        check_near(plain, place, expected, slope, "plain dense");
        // Two roundings to 8 bits, and for float16 the smallest steps of scaled weights.
        limits[place] = (1 + slope) * (0x1p-6 * expected.magnitude + 1e-4 * (1 + largest));
      }
    }
  }
  const int members = pick_members();
  float *work = allocate(vision_dense_work_count(shape) * (size_t)members * sizeof(float), 0);
  ON_EACH_PATH(
    memset(found, 0xFF, count * sizeof(float));
    vision_dense(shape, sample->packed, input, epilogue, found, work, pool(members));
    check_equal(found, plain, count, "dense");
  )
  check_reduced(sample, input, epilogue, plain, limits, members);
  return plain;
}

float *depthwise_results(const Sample *sample, const float *input) {
  const VisionDepthwise *shape = &sample->depthwise;
  const size_t count = (size_t)shape->outputHeight * shape->outputWidth * shape->channels;
  float *plain = allocate(count * sizeof(float), 4), *found = allocate(count * sizeof(float), 4);
  vision_depthwise_plain(shape, sample->packed, input, plain);
  size_t place = 0;
  for (int y = 0; y < shape->outputHeight; y++) {
    for (int x = 0; x < shape->outputWidth; x++) {
      for (int channel = 0; channel < shape->channels; channel++, place++) {
        const Expected expected =
          expected_depthwise(shape, sample->weights, sample->biases, input, y, x, channel);
        check_near(plain, place, expected, 0, "plain depthwise");
      }
    }
  }
  const int members = pick_members();
  ON_EACH_PATH(
    memset(found, 0xFF, count * sizeof(float));
    vision_depthwise(shape, sample->packed, input, found, pool(members));
    check_equal(found, plain, count, "depthwise");
  )
  return plain;
}

float *sparse_results(const Sample *sample, const float *input) {
  const VisionSparse *shape = &sample->sparse;
  const size_t count = (size_t)shape->pixels * shape->outputs;
  float *plain = allocate(count * sizeof(float), 4), *found = allocate(count * sizeof(float), 4);
  const int members = pick_members();
  float *sums = allocate(vision_sparse_sum_count(shape) * (size_t)members * sizeof(float), 0);
  vision_sparse_plain(shape, &sample->sparseWeights, input, plain, sums);
  size_t place = 0;
  for (int pixel = 0; pixel < shape->pixels; pixel++) {
    for (int channel = 0; channel < shape->outputs; channel++, place++) {
      const Expected expected = expected_sparse(shape, sample->weights, sample->biases, input, pixel, channel);
      check_near(plain, place, expected, 0, "plain sparse");
    }
  }
  ON_EACH_PATH(
    memset(found, 0xFF, count * sizeof(float));
    vision_sparse(shape, &sample->sparseWeights, input, found, sums, pool(members));
    check_equal(found, plain, count, "sparse");
  )
  return plain;
}

uint8_t *byte_results(const Sample *sample, const uint8_t *input) {
  const VisionQuantized *shape = &sample->quantized;
  const size_t count = (size_t)shape->outputHeight * shape->outputWidth * shape->outputs;
  uint8_t *plain = allocate(count, 1), *found = allocate(count, 1);
  vision_quantized_plain(shape, sample->packed, input, plain);
  size_t place = 0;
  for (int y = 0; y < shape->outputHeight; y++) {
    for (int x = 0; x < shape->outputWidth; x++) {
      for (int channel = 0; channel < shape->outputs; channel++, place++) {
        const int expected = expected_byte(
          shape, sample->byteWeights, sample->byteBiases, sample->scales, input, y, x, channel);
        if (plain[place] != expected) fail("not the exact byte", "plain bytes");
      }
    }
  }
  const int members = pick_members();
  void *work = allocate(vision_quantized_work_size(shape) * (size_t)members, 0);
  ON_EACH_PATH(
    memset(found, 0, count);
    vision_quantized(shape, sample->packed, input, found, work, pool(members));
    if (memcmp(found, plain, count) != 0) fail("another byte than the plain loop's", "bytes");
  )
  return plain;
}
