// Random convolutions, blocks of up to ten of them, and resizings: kernels against double precision and exact integers,
// whole blocks against their stages one after the other, in memory of exactly the size that was said, under the sanitizers.
//
// An input's bytes decide shapes as long as there are any, then numbers made of them do.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CVisionConvolution.h"
#include "Random.h"
#include "Results.h"

// As the kernels choose, also of numbers that are none.
static float larger(float one, float other) { return other > one ? other : one; }

enum {
  MOST_STAGES = 10,
  /// Numbers of the first tensor.
  MOST_NUMBERS = 2000,
};

// What all inputs came to.
static uint64_t shapeCount, blockCount, refusedCount;

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
    numbers[place] = draw(2) ? extremes[draw(10)] : (int32_t)random_bits();
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
  numbers[draw(5)] = (int32_t)random_bits();
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
  random_begin(data, size);
  check_block();
  if (draw(4) == 0) check_resize();
  release_all();
  return 0;
}

#ifdef KERNEL_FUZZ_ALONE

/// Runs on the numbers from one to another, without libFuzzer: many shapes, and as many on any machine.
int main(int count, char **arguments) {
  if (count != 3) return fprintf(stderr, "kernel-fuzz FIRST END\n"), 2;
  LLVMFuzzerInitialize(&count, &arguments);
  const uint64_t first = strtoull(arguments[1], NULL, 10), end = strtoull(arguments[2], NULL, 10);
  for (uint64_t seed = first; seed < end; seed++) {
    random_seed(seed);
    const uint64_t mixed = random_bits();
    LLVMFuzzerTestOneInput((const uint8_t *)&mixed, sizeof mixed);
    if (seed % 10000 == 0) fprintf(stderr, "%llu: ", (unsigned long long)seed), report();
  }
  return 0;
}

#endif
