// Random convolutions, blocks of up to ten of them, and resizings: kernels against double precision and exact integers, whole blocks
// against their stages one after the other, in memory of exactly the size that was said, under the sanitizers.
//
// An input's bytes decide shapes as long as there are any, then numbers made of them do.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CVisionConvolution.h"
#include "Reference.h"

// As the kernels choose, also of numbers that are none.
static float larger(float one, float other) { return other > one ? other : one; }

enum {
  MOST_STAGES = 10,
  /// Products of a stage: small ones, for there to be many.
  MOST_PRODUCTS = 8000,
  /// Numbers of the first tensor.
  MOST_NUMBERS = 2000,
  MOST_ALLOCATIONS = 512,
};

typedef enum { DENSE, DEPTHWISE, SPARSE, BYTES } Kind;

/// A convolution with its numbers as they were before packing.
typedef struct {
  Kind kind;
  VisionDense dense;
  VisionDepthwise depthwise;
  VisionSparse sparse;
  VisionQuantized quantized;
  VisionSparseWeights sparseWeights;
  float *weights, *biases, *scales;
  uint8_t *byteWeights;
  int32_t *byteBiases;
  void *packed;
} Sample;

// What one input is made of.
static const uint8_t *rest;
static size_t restCount;
static uint64_t state;
static void *allocations[MOST_ALLOCATIONS];
static int allocationCount;

// What all inputs came to.
static uint64_t shapeCount, blockCount, refusedCount;

static _Noreturn void fail(const char *what, const char *kind) {
  fprintf(stderr, "%s, %s: %s\n", kind, vision_kernel_path(), what);
  abort();
}

/// The next number of SplitMix64.
static uint64_t next(void) {
  state += 0x9E3779B97F4A7C15;
  uint64_t mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
  return mixed ^ mixed >> 31;
}

/// A number from 0 to `end` - 1: of the input as long as it has bytes.
static int draw(int end) {
  if (restCount < 2) return (int)(next() % (uint64_t)end);
  const int value = rest[0] | rest[1] << 8;
  rest += 2, restCount -= 2;
  return value % end;
}

static int between(int minimum, int maximum) { return minimum + draw(maximum - minimum + 1); }

static float noise(void) { return (float)((double)(int64_t)next() * 0x1p-63); }

/// Memory of exactly so many bytes, which are no numbers, from a multiple of 64 bytes on, and `skew` more.
static void *allocate(size_t size, size_t skew) {
  void *memory;
  if (allocationCount == MOST_ALLOCATIONS || posix_memalign(&memory, 64, size + skew) != 0) fail("memory", "fuzzer");
  allocations[allocationCount++] = memory;
  memset(memory, 0xFF, size + skew);
  return (char *)memory + skew;
}

/// Random bytes, or extremes only, whose products add up to the largest sums.
static uint8_t *random_bytes(size_t count) {
  uint8_t *bytes = allocate(count, 1);
  const bool isExtreme = draw(4) == 0;
  const uint64_t bits = next();
  for (size_t i = 0; i < count; i++) bytes[i] = !isExtreme ? (uint8_t)next() : bits >> i % (2 + bits % 60) & 1 ? 255 : 0;
  return bytes;
}

static float *noises(size_t count) {
  float *numbers = allocate(count * sizeof(float), 4);
  for (size_t i = 0; i < count; i++) numbers[i] = noise();
  return numbers;
}

static void release(void) {
  while (allocationCount > 0) free(allocations[--allocationCount]);
}

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

static int pick_channels(void) { return draw(3) == 0 ? 8 * between(1, 6) : between(1, 40); }

/// The extents of what goes from one stage to the next.
typedef struct {
  int height, width, channels;
} Extents;

static Extents make_dense(Sample *sample, Extents from) {
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

static Extents make_depthwise(Sample *sample, Extents from) {
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

static Extents make_sparse(Sample *sample, Extents from) {
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
    if (next() % (uint64_t)share != 0) sample->weights[i] = 0;
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

static Extents make_bytes(Sample *sample, Extents from) {
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
    sample->byteBiases[i] = range == 0 ? (int32_t)next() : (int32_t)(next() % 20000) - 10000;
    sample->scales[i] = range == 1 ? ldexpf(1 + fabsf(noise()), between(-32, 6)) : fabsf(noise()) * 0.002f + 0x1p-32f;
  }
  sample->packed = allocate(vision_quantized_packed_size(&sample->quantized), 0);
  vision_quantized_pack(&sample->quantized, sample->byteWeights, sample->byteBiases, sample->scales, sample->packed);
  return (Extents){rows.count, columns.count, outputs};
}

static VisionStage stage_of(const Sample *sample) {
  switch (sample->kind) {
  case DENSE: return (VisionStage){.dense = &sample->dense, .packed = sample->packed};
  case DEPTHWISE: return (VisionStage){.depthwise = &sample->depthwise, .packed = sample->packed};
  case SPARSE: return (VisionStage){.sparse = &sample->sparse, .sparseWeights = &sample->sparseWeights};
  case BYTES: return (VisionStage){.quantized = &sample->quantized, .packed = sample->packed};
  }
  abort();
}

// Teams live as long as the program; which of them is drawn.
static VisionThreadPool *pool(int members) {
  static VisionThreadPool *pools[5];
  if (members < 2) return NULL;
  if (pools[members] == NULL) pools[members] = vision_thread_pool_create(members);
  return pools[members];
}

static int pick_members(void) { return draw(8) == 0 ? between(2, 4) : 1; }

static void check_near(const float *found, size_t place, Expected expected, double slope, const char *kind) {
  const double difference = fabs(found[place] - expected.value);
  if (!(difference <= 1e-5 * (1 + slope) * expected.magnitude + 1e-30)) {
    fprintf(stderr, "%s: %.9g instead of %.9g at %zu\n", kind, found[place], expected.value, place);
    abort();
  }
}

static void check_equal(const float *found, const float *expected, size_t count, const char *kind) {
  for (size_t i = 0; i < count; i++) {
    if (found[i] == expected[i]) continue;
    fprintf(
      stderr, "%s, %s: %.9g instead of %.9g at %zu of %zu\n", kind, vision_kernel_path(), found[i], expected[i], i,
      count);
    abort();
  }
}

/// Calls the statements with each path of the processor chosen, and fails with its name.
#define ON_EACH_PATH(...) \
  for (int path = 0; path < VISION_MAX_KERNEL_PATHS; path++) { \
    if (!vision_choose_kernel_path(path)) continue; \
    __VA_ARGS__ \
  } \
  vision_choose_kernel_path(-1);

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

static float *dense_results(const Sample *sample, const float *input, const VisionEpilogue *epilogue) {
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

static float *depthwise_results(const Sample *sample, const float *input) {
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

static float *sparse_results(const Sample *sample, const float *input) {
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

static uint8_t *byte_results(const Sample *sample, const uint8_t *input) {
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

/// The maximum of every 2 x 2 pixels.
static float *pooled(const float *input, Extents from) {
  const size_t channels = (size_t)from.channels, row = channels * (size_t)from.width;
  float *result = allocate((size_t)from.height * row / 4 * sizeof(float), 4), *to = result;
  for (int y = 0; y < from.height; y += 2) {
    for (int x = 0; x < from.width; x += 2) {
      const float *pixel = input + (size_t)y * row + (size_t)x * channels;
      for (size_t i = 0; i < channels; i++, pixel++) {
        *to++ = larger(larger(pixel[0], pixel[channels]), larger(pixel[row], pixel[row + channels]));
      }
    }
  }
  return result;
}

/// A block of some stages, and each of them alone.
static void check_block(void) {
  static Sample samples[MOST_STAGES];
  VisionStage stages[MOST_STAGES];
  const bool isQuantized = draw(5) == 0;
  const int count = draw(3) == 0 ? 1 : between(2, MOST_STAGES);
  const int channels = draw(20) == 0 ? 8 * between(10, 40) : draw(6) == 0 ? between(1, 3) : pick_channels();
  const int pixels = MOST_NUMBERS / channels, height = between(1, pixels < 40 ? pixels : 40);
  const Extents first = {height, between(1, pixels / height < 40 ? pixels / height : 40), channels};
  Extents extents = first;
  for (int i = 0; i < count; i++) {
    Sample *sample = &samples[i];
    const int kind = isQuantized ? BYTES : draw(4);
    const bool isWhole = extents.channels % 8 == 0;
    const bool isWide = extents.channels >= 8;
    sample->kind = isQuantized ? BYTES : kind == 1 && isWide ? DEPTHWISE : kind == 2 && isWhole ? SPARSE : DENSE;
    switch (sample->kind) {
    case DENSE: extents = make_dense(sample, extents); break;
    case DEPTHWISE: extents = make_depthwise(sample, extents); break;
    case SPARSE: extents = make_sparse(sample, extents); break;
    case BYTES: extents = make_bytes(sample, extents); break;
    }
    stages[i] = stage_of(sample);
    if (sample->kind == SPARSE) stages[i].width = extents.width;
    if (sample->kind == DENSE && i < count - 1 && draw(2)) stages[i].alpha = noises(extents.channels);
  }
  const size_t inputCount = (size_t)first.height * first.width * first.channels;
  const size_t outputCount = (size_t)extents.height * extents.width * extents.channels;
  const Sample *last = &samples[count - 1];
  VisionEpilogue epilogue = {.min = -INFINITY, .max = 1};
  if (last->kind == DENSE && draw(2)) epilogue.alpha = noises(extents.channels);
  if (last->kind == DENSE && draw(3) == 0) epilogue.starts = noises(extents.channels + 15);
  float *input = isQuantized ? NULL : noises(inputCount);
  uint8_t *bytes = isQuantized ? random_bytes(inputCount) : NULL;
  const bool isPooled = first.height == 2 * extents.height && first.width == 2 * extents.width;
  // The epilogue of the last stage alone, whose residual is pooled before.
  VisionEpilogue closing = epilogue;
  if (last->kind == DENSE && first.channels <= extents.channels && draw(2)
    && (isPooled || (first.height == extents.height && first.width == extents.width))) {
    epilogue.residual = input;
    epilogue.residualChannels = first.channels;
    epilogue.isResidualPooled = isPooled;
    closing.residual = isPooled ? pooled(input, first) : input;
    closing.residualChannels = first.channels;
  }

  // Others add the input as it is, if anything.
  const bool isAdded = (last->kind == DEPTHWISE || last->kind == SPARSE) && first.height == extents.height
    && first.width == extents.width && first.channels == extents.channels && draw(2);
  if (isAdded) epilogue.residual = input;

  const void *data = isQuantized ? (void *)bytes : input;
  for (int i = 0; i < count; i++) {
    const Sample *sample = &samples[i];
    switch (sample->kind) {
    case DENSE: {
      const VisionEpilogue inner = {.alpha = stages[i].alpha};
      data = dense_results(sample, data, i == count - 1 ? &closing : &inner);
      break;
    }
    case DEPTHWISE: data = depthwise_results(sample, data); break;
    case SPARSE: data = sparse_results(sample, data); break;
    case BYTES: data = byte_results(sample, data); break;
    }
    shapeCount++;
  }
  if (isAdded) {
    float *sums = allocate(outputCount * sizeof(float), 4);
    for (size_t i = 0; i < outputCount; i++) sums[i] = fminf(((const float *)data)[i] + input[i], epilogue.max);
    data = sums;
  }

  const int members = pick_members();
  VisionBlockSizes sizes;
  const size_t size = outputCount * (isQuantized ? 1 : sizeof(float));
  void *found = allocate(size, isQuantized ? 1 : 4);
  ON_EACH_PATH(
    memset(found, 0xFF, size);
    if (!vision_block_sizes(stages, count, members, &sizes)) fail("refused", "block");
    void *work = allocate(sizes.work, 0);
    vision_block(stages, count, isQuantized ? (void *)bytes : input, &epilogue, found, work, pool(members));
    if (!isQuantized) check_equal(found, data, outputCount, "block");
    else if (memcmp(found, data, size) != 0) fail("another byte than its stages'", "block");
  )
  blockCount++;

  // Anything at all in the place of a number has to be refused, or to have sizes that are sound.
  Sample *odd = &samples[draw(count)];
  int32_t *numbers = odd->kind == DENSE ? &odd->dense.inputHeight
    : odd->kind == DEPTHWISE ? &odd->depthwise.inputHeight
    : odd->kind == SPARSE ? &odd->sparse.pixels : &odd->quantized.inputHeight;
  static const int32_t extremes[] = {0, -1, INT32_MIN, INT32_MAX, 1 << 14, (1 << 14) + 1, 64, 65, 1 << 24, 46341};
  for (int i = 0; i < 4; i++) {
    const int place = draw(odd->kind == SPARSE ? 3 : 9);
    const int32_t kept = numbers[place];
    numbers[place] = draw(2) ? extremes[draw(10)] : (int32_t)next();
    if (!vision_block_sizes(stages, count, between(1, 64), &sizes)) refusedCount++;
    else if (sizes.work > UINT64_C(1) << 58 || sizes.packed > UINT64_C(1) << 58) fail("sizes overflow", "block");
    if (draw(2)) numbers[place] = kept;
  }
}

/// A resizing, against double precision, and one with anything at all in the place of a number.
static void check_resize(void) {
  const int maximum = draw(8) == 0 ? 200 : 24;
  const int channels = draw(3) == 0 ? 8 * between(1, 6) : between(1, 40);
  VisionResize shape = {
    .inputHeight = between(1, 24), .inputWidth = between(1, 24), .outputHeight = between(1, maximum),
    .outputWidth = between(1, 24), .channels = channels, .alignsCorners = draw(2), .halvesPixels = false,
  };
  if (!shape.alignsCorners) shape.halvesPixels = draw(2);
  const float *input = noises((size_t)shape.inputHeight * shape.inputWidth * channels);
  const size_t count = (size_t)shape.outputHeight * shape.outputWidth * channels;
  float *plain = allocate(count * sizeof(float), 4), *found = allocate(count * sizeof(float), 4);
  vision_resize_plain(&shape, input, plain);
  size_t place = 0;
  for (int y = 0; y < shape.outputHeight; y++) {
    for (int x = 0; x < shape.outputWidth; x++) {
      for (int channel = 0; channel < channels; channel++, place++) {
        check_near(plain, place, expected_resize(&shape, input, y, x, channel), 0, "plain resizing");
      }
    }
  }
  const int members = pick_members();
  uint64_t size;
  if (!vision_resize_size(&shape, members, &size)) fail("refused", "resizing");
  void *work = allocate(size, 0);
  ON_EACH_PATH(
    memset(found, 0xFF, count * sizeof(float));
    vision_resize(&shape, input, found, work, pool(members));
    check_equal(found, plain, count, "resizing");
  )
  shapeCount++;
  int32_t *numbers = &shape.inputHeight;
  numbers[draw(5)] = (int32_t)next();
  if (!vision_resize_size(&shape, between(1, 64), &size)) refusedCount++;
  else if (size > UINT64_C(1) << 58) fail("size overflows", "resizing");
}

static void report(void) {
  fprintf(
    stderr, "%llu shapes, %llu blocks, %llu changed blocks refused; paths:", (unsigned long long)shapeCount,
    (unsigned long long)blockCount, (unsigned long long)refusedCount);
  const char *separator = " ";
  ON_EACH_PATH(
    fprintf(stderr, "%s%s", separator, vision_kernel_path());
    separator = ", ";
  )
  fprintf(stderr, "\n");
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
  atexit(report);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  rest = data;
  restCount = size;
  state = 1469598103934665603u;
  for (size_t i = 0; i < size; i++) state = (state ^ data[i]) * 1099511628211u;
  check_block();
  if (draw(4) == 0) check_resize();
  release();
  return 0;
}

#ifdef KERNEL_FUZZ_ALONE

/// Runs on the numbers from one to another, without libFuzzer: many shapes, and as many on any machine.
int main(int count, char **arguments) {
  if (count != 3) return fprintf(stderr, "kernel-fuzz FIRST END\n"), 2;
  LLVMFuzzerInitialize(&count, &arguments);
  const uint64_t first = strtoull(arguments[1], NULL, 10), end = strtoull(arguments[2], NULL, 10);
  for (uint64_t seed = first; seed < end; seed++) {
    state = seed;
    const uint64_t mixed = next();
    LLVMFuzzerTestOneInput((const uint8_t *)&mixed, sizeof mixed);
    if (seed % 10000 == 0) fprintf(stderr, "%llu: ", (unsigned long long)seed), report();
  }
  return 0;
}

#endif
