#include "CVisionConvolution.h"

#include "DepthwisePacking.h"
#include "FloatBounds.h"
#include "Rows.h"
#include "ThreadPool.h"

#define TEMPLATE "DepthwiseStrip.h"
#define NARROW
#include "FloatVectors.h"

typedef void Dispatch(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, int firstRow, int count);

/// The kernels for one processor.
typedef struct {
  /// For as many channels as a vector has, and for what is left.
  Dispatch *wide, *narrow;
  int wideLanes, narrowLanes;
  int registers;
} Kernels;

#if defined(__x86_64__)
static const Kernels depthwise_avx512 = {dispatch_16_avx512, dispatch_8_avx512, 16, 8, 32};
static const Kernels depthwise_avx2 = {dispatch_8_avx2, dispatch_8_avx2, 8, 8, 16};
#elif defined(__aarch64__)
static const Kernels depthwise_neon = {dispatch_4_neon, dispatch_4_neon, 4, 4, 32};
#endif

static const Kernels *const kernels[PATHS] = FLOAT_PATHS(depthwise);

/// What all parts of a convolution share: each part is a strip of rows from `first` on and a share of the channels.
typedef struct {
  const VisionDepthwise *shape;
  const float *packed, *input;
  float *output;
  const Kernels *kernels;
  int first, rows, strips, shares;
} Strips;

static int block_count(const VisionDepthwise *shape) { return (shape->channels + BLOCK - 1) / BLOCK; }

/// Channels in groups of a vector, then of what is left.
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
    const bool isWide = end - channel >= all->kernels->wideLanes;
    const float *weights = all->packed + channel / BLOCK * blockSize + channel % BLOCK;
    (isWide ? all->kernels->wide : all->kernels->narrow)(
      shape, weights, all->input + channel, all->output + channel, firstRow, count);
    channel += isWide ? all->kernels->wideLanes : all->kernels->narrowLanes;
  }
}

/// Runs all strips. Where they do not divide evenly among the threads, the channels of each are shared, or there are
/// more strips.
static void convolve(Strips all, VisionThreadPool *pool) {
  const int max = depthwise_strip_rows(all.shape->window, all.shape->stride, all.kernels->registers);
  const int threads = vision_thread_pool_thread_count(pool);
  all.strips = (all.rows + max - 1) / max;
  all.shares = 1;
  if (all.strips % threads != 0) {
    const int even = vision_round_up_parts(all.strips, threads);
    if (block_count(all.shape) >= 4 * threads) all.shares = threads;
    else all.strips = even < all.rows ? even : all.rows;
  }
  vision_thread_pool_run(pool, convolve_part, &all, all.strips * all.shares);
}

void vision_depthwise(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, VisionThreadPool *pool
) {
  const Kernels *best = kernels[vision_path()];
  if (best == NULL) vision_depthwise_plain(shape, packed, input, output);
  else convolve((Strips){shape, packed, input, output, best, 0, shape->outputHeight, 1, 1}, pool);
}

void vision_depthwise_rows(
  Path path, const VisionDepthwise *shape, const float *packed, const float *input, float *output, int firstRow,
  int endRow
) {
  convolve((Strips){shape, packed, input, output, kernels[path], firstRow, endRow - firstRow, 1, 1}, NULL);
}
