#include "CVisionConvolution.h"

#include "Features.h"
#include "DepthwisePacking.h"
#include "Rows.h"
#include "ThreadPool.h"

// x86-64 only: equality with XNNPACK's kernels for other processors has not been tested.
#if defined(__x86_64__)

enum {
  MAX_WINDOW = 5,
  /// Output rows of a strip.
  MAX_COUNT = 6,
  /// Output columns whose windows read one input column.
  MAX_AHEAD = 5,
};

#define FEATURES avx512
#define TARGET __attribute__((target("avx512f,avx512vl,fma")))
#define LANES 16
#include "DepthwiseStrip.h"
#undef LANES
#define LANES 8
#include "DepthwiseStrip.h"
#undef LANES
#undef TARGET
#undef FEATURES

#define FEATURES avx2
#define TARGET __attribute__((target("avx2,fma")))
#define LANES 8
#include "DepthwiseStrip.h"
#undef LANES
#undef TARGET
#undef FEATURES

typedef void Dispatch(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, int firstRow, int count);

/// The rows of a strip: as many as pay off and as there are registers for the sums.
static int rows_of_strip(const VisionDepthwise *shape, bool isWide) {
  if (shape->stride == 2) return 4;
  if (shape->window == 5) return 2;
  return isWide ? 6 : 4;
}

/// What all parts of a convolution share: each part is a strip of rows from `first` on and a share of the channels.
typedef struct {
  const VisionDepthwise *shape;
  const float *packed, *input;
  float *output;
  Dispatch *by16, *by8;
  int first, rows, strips, shares;
} Strips;

static int block_count(const VisionDepthwise *shape) { return (shape->channels + BLOCK - 1) / BLOCK; }

/// Channels in groups of 16 where there is such a kernel, then of 8.
static void convolve_part(const void *work, int part, int thread) {
  const Strips *all = work;
  const VisionDepthwise *shape = all->shape;
  const int strip = part / all->shares, share = part % all->shares, blocks = block_count(shape);
  const ptrdiff_t blockSize = BLOCK * (1 + shape->window * shape->window);
  const int firstRow = all->first + all->rows * strip / all->strips;
  const int count = all->first + all->rows * (strip + 1) / all->strips - firstRow;
  const int endBlock = blocks * (share + 1) / all->shares * BLOCK;
  const int end = endBlock < shape->channels ? endBlock : shape->channels;
  for (int channel = blocks * share / all->shares * BLOCK; channel < end;) {
    const bool isWide = all->by16 != NULL && end - channel >= 16;
    const float *weights = all->packed + channel / BLOCK * blockSize + channel % BLOCK;
    (isWide ? all->by16 : all->by8)(shape, weights, all->input + channel, all->output + channel, firstRow, count);
    channel += isWide ? 16 : 8;
  }
}

/// Runs all strips. Where they do not divide evenly among the threads, the channels of each are shared, or there are
/// more strips.
static void convolve(Strips all, VisionThreadPool *pool) {
  const int max = rows_of_strip(all.shape, all.by16 != NULL), threads = vision_thread_pool_thread_count(pool);
  all.strips = (all.rows + max - 1) / max;
  all.shares = 1;
  if (all.strips % threads != 0) {
    const int even = vision_round_up_parts(all.strips, threads);
    if (block_count(all.shape) >= 4 * threads) all.shares = threads;
    else all.strips = even < all.rows ? even : all.rows;
  }
  vision_thread_pool_run(pool, convolve_part, &all, all.strips * all.shares);
}

/// Some rows, with the widest kernels of the processor, which has AVX2.
static Strips strips(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, int first, int end
) {
  const bool isWide = has_avx512();
  return (Strips){
    shape, packed, input, output, isWide ? dispatch_16_avx512 : NULL, isWide ? dispatch_8_avx512 : dispatch_8_avx2,
    first, end - first, 1, 1,
  };
}

void vision_depthwise(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, VisionThreadPool *pool
) {
  if (has_avx2()) convolve(strips(shape, packed, input, output, 0, shape->outputHeight), pool);
  else vision_depthwise_plain(shape, packed, input, output);
}

void vision_depthwise_avx2(const VisionDepthwise *shape, const float *packed, const float *input, float *output) {
  if (!has_avx2()) vision_depthwise_plain(shape, packed, input, output);
  else convolve((Strips){shape, packed, input, output, NULL, dispatch_8_avx2, 0, shape->outputHeight, 1, 1}, NULL);
}

void vision_depthwise_rows(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, int firstRow, int endRow
) {
  convolve(strips(shape, packed, input, output, firstRow, endRow), NULL);
}

#else

void vision_depthwise(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, VisionThreadPool *pool
) {
  vision_depthwise_plain(shape, packed, input, output);
}

void vision_depthwise_avx2(const VisionDepthwise *shape, const float *packed, const float *input, float *output) {
  vision_depthwise_plain(shape, packed, input, output);
}

#endif
