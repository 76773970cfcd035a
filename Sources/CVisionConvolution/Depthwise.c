#include "CVisionConvolution.h"

#include "Packing.h"

// Compiled for x86-64 only: XNNPACK's kernels for other processors were not compared with.
#if defined(__x86_64__)

enum {
  MOST_WINDOW = 5,
  /// Output rows of a strip.
  MOST_COUNT = 8,
  /// Input rows of a strip: two a row of the output, and a window.
  MOST_ROWS = 20,
  /// Columns that are kept, more than a window has.
  RING = 8,
};

#define FEATURES avx512
#define TARGET __attribute__((target("avx512f,avx512vl,fma")))
#define LANES 16
#include "Strip.h"
#undef LANES
#define LANES 8
#include "Strip.h"
#undef LANES
#undef TARGET
#undef FEATURES

#define FEATURES avx2
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#include "Strip.h"
#undef LANES
#undef TARGET
#undef FEATURES

typedef void Dispatch(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, int firstRow, int count);

/// The rows of a strip: as many as registers and the ring hold to advantage, which is fewer when windows hardly
/// overlap.
static int rows_of_strip(const VisionDepthwise *shape) {
  if (shape->stride == 1) return MOST_COUNT;
  return shape->window == 5 ? 6 : 4;
}

/// All strips; channels in groups of 16, where there is a kernel for that, then of 8.
static void convolve(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, Dispatch *by16, Dispatch *by8
) {
  const int most = rows_of_strip(shape), strips = (shape->outputHeight + most - 1) / most;
  const ptrdiff_t blockSize = BLOCK * (1 + shape->window * shape->window);
  for (int strip = 0; strip < strips; strip++) {
    const int firstRow = shape->outputHeight * strip / strips;
    const int count = shape->outputHeight * (strip + 1) / strips - firstRow;
    for (int channel = 0; channel < shape->channels;) {
      const bool isWide = by16 != NULL && shape->channels - channel >= 16;
      const float *weights = packed + channel / BLOCK * blockSize + channel % BLOCK;
      (isWide ? by16 : by8)(shape, weights, input + channel, output + channel, firstRow, count);
      channel += isWide ? 16 : 8;
    }
  }
}

static bool has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

static bool has_avx512(void) {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
}

bool vision_depthwise_is_fast(void) { return has_avx2(); }

void vision_depthwise(const VisionDepthwise *shape, const float *packed, const float *input, float *output) {
  if (!has_avx512()) {
    vision_depthwise_avx2(shape, packed, input, output);
    return;
  }
  convolve(shape, packed, input, output, dispatch_16_avx512, dispatch_8_avx512);
}

void vision_depthwise_avx2(const VisionDepthwise *shape, const float *packed, const float *input, float *output) {
  if (!has_avx2()) {
    vision_depthwise_plain(shape, packed, input, output);
    return;
  }
  convolve(shape, packed, input, output, NULL, dispatch_8_avx2);
}

#else

bool vision_depthwise_is_fast(void) { return false; }

void vision_depthwise(const VisionDepthwise *shape, const float *packed, const float *input, float *output) {
  vision_depthwise_plain(shape, packed, input, output);
}

void vision_depthwise_avx2(const VisionDepthwise *shape, const float *packed, const float *input, float *output) {
  vision_depthwise_plain(shape, packed, input, output);
}

#endif
