#include "CVisionConvolution.h"

#include "DepthwisePacking.h"
#include "FloatBounds.h"
#include "Rows.h"
#include "ThreadPool.h"
#include "Thresholds.h"

// Pairs of vectors only go to functions that are inlined, so the form in which they would be passed does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"
#define TEMPLATE "DepthwiseStrip.h"
#define NARROW
#define PAIRED
#include "FloatVectors.h"

typedef void Dispatch(
  const VisionDepthwise *shape, const DepthwiseSteps *steps, const float *packed, const float *input, float *output,
  int firstRow, int count);

/// The kernel for as many channels as lanes.
typedef struct {
  Dispatch *dispatch;
  int lanes;
} Width;

/// The kernels for one processor.
typedef struct {
  /// Vectors, shorter ones for the channels that are left, and pairs of vectors that are half a cache line.
  Width wide, narrow, paired;
  int registers;
} Kernels;

#if defined(__x86_64__)
static const Kernels depthwise_avx512 = {{dispatch_16_avx512, 16}, {dispatch_8_avx512, 8}, {NULL, 0}, 32};
static const Kernels depthwise_avx2 = {{dispatch_8_avx2, 8}, {dispatch_8_avx2, 8}, {dispatch_16_avx2, 16}, 16};
#elif defined(__aarch64__)
static const Kernels depthwise_neon = {{dispatch_4_neon, 4}, {dispatch_4_neon, 4}, {NULL, 0}, 32};
#endif

static const Kernels *const kernels[PATHS] = FLOAT_PATHS(depthwise);

/// What all parts of a convolution share: each part is a strip of rows from `first` on and a share of the channels.
typedef struct {
  const VisionDepthwise *shape;
  DepthwiseSteps steps;
  const float *packed, *input;
  float *output;
  Width wide, narrow;
  int first, rows, strips, shares;
} Strips;

static int block_count(const VisionDepthwise *shape) { return (shape->channels + BLOCK - 1) / BLOCK; }

/// Channels in groups of the wide kernel's, then of what is left.
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
    const Width *width = end - channel >= all->wide.lanes ? &all->wide : &all->narrow;
    const float *weights = all->packed + channel / BLOCK * blockSize + channel % BLOCK;
    if (end - channel < width->lanes) {
      // The last channels, with some that are computed again.
      channel = end - width->lanes;
      weights = all->packed + blocks * blockSize + TAIL - width->lanes;
    }
    width->dispatch(shape, &all->steps, weights, all->input + channel, all->output + channel, firstRow, count);
    channel += width->lanes;
  }
}

/// Whether pairs of vectors pay off: the lines that a strip of single ones reads would leave the first-level cache before
/// their other halves are read. Larger windows have too many sums.
static bool is_paired(const VisionDepthwise *shape, const Kernels *kernels) {
  enum { LINE = 64 };
  const int rows = depthwise_strip_rows(shape->window, shape->stride, kernels->registers, false);
  const int64_t lines = (int64_t)((rows - 1) * shape->stride + shape->window) * shape->inputWidth;
  return shape->window == 3 && shape->channels >= kernels->paired.lanes && kernels->paired.lanes > 0 &&
    lines * LINE > vision_first_level_cache;
}

/// Runs rows from `first` on in strips. Where they do not divide evenly among the threads, the channels of each are
/// shared, or there are more strips.
static void convolve(
  const VisionDepthwise *shape, DepthwiseSteps steps, const float *packed, const float *input, float *output,
  const Kernels *kernels, int first, int rows, VisionThreadPool *pool
) {
  const bool isPaired = is_paired(shape, kernels);
  const int max = depthwise_strip_rows(shape->window, shape->stride, kernels->registers, isPaired);
  const int threads = vision_thread_pool_thread_count(pool);
  Strips all = {
    shape, steps, packed, input, output, isPaired ? kernels->paired : kernels->wide, kernels->narrow, first, rows,
    (rows + max - 1) / max, 1,
  };
  if (all.strips % threads != 0) {
    const int even = vision_round_up_parts(all.strips, threads);
    // A tail that begins in the block before the last one's must not be another thread's.
    const bool isShared = shape->channels % TAIL == 0 || shape->channels % BLOCK > TAIL;
    if (isShared && block_count(shape) >= 4 * threads) all.shares = threads;
    else all.strips = even < rows ? even : rows;
  }
  vision_thread_pool_run(pool, convolve_part, &all, all.strips * all.shares);
}

static DepthwiseSteps steps_of(
  const VisionDepthwise *shape, int dilation, const VisionEpilogue *epilogue, const float *output
) {
  const ptrdiff_t pixel = (ptrdiff_t)dilation * shape->channels;
  const bool hasResidual = epilogue != NULL && epilogue->residual != NULL;
  return (DepthwiseSteps){
    pixel, pixel * shape->inputWidth, pixel * shape->outputWidth, epilogue,
    hasResidual ? (ptrdiff_t)((intptr_t)epilogue->residual - (intptr_t)output) : 0,
  };
}

/// What all parts of a dilated convolution share: some rows. A part is the pixels whose row and column have the same rest
/// when divided by the dilation: their windows have no other pixels, and are adjacent among them.
typedef struct {
  const VisionDepthwise *shape;
  DepthwiseSteps steps;
  const float *packed, *input;
  float *output;
  const Kernels *kernels;
  int first, end;
} Dilated;

/// How many of the numbers below `end` have a rest when divided by the dilation.
static int with_rest(int end, int rest, int dilation) { return end <= rest ? 0 : (end - rest - 1) / dilation + 1; }

static void convolve_rest(const void *work, int part, int thread) {
  const Dilated *all = work;
  const VisionDepthwise *shape = all->shape;
  const int dilation = shape->dilation, row = part / dilation, column = part % dilation;
  VisionDepthwise rest = *shape;
  rest.inputHeight = rest.outputHeight = with_rest(shape->inputHeight, row, dilation);
  rest.inputWidth = rest.outputWidth = with_rest(shape->inputWidth, column, dilation);
  rest.top /= dilation;
  rest.left /= dilation;
  const int first = with_rest(all->first, row, dilation), end = with_rest(all->end, row, dilation);
  if (first == end || rest.inputWidth == 0) return;
  const ptrdiff_t start = ((ptrdiff_t)row * shape->inputWidth + column) * shape->channels;
  convolve(
    &rest, all->steps, all->packed, all->input + start, all->output + start, all->kernels, first,
    end - first, NULL);
}

static void convolve_rows(
  const VisionDepthwise *shape, const float *packed, const float *input, const VisionEpilogue *epilogue, float *output,
  const Kernels *kernels, int first, int end, VisionThreadPool *pool
) {
  const int dilation = depthwise_dilation(shape);
  const DepthwiseSteps steps = steps_of(shape, dilation, epilogue, output);
  if (dilation == 1) {
    convolve(shape, steps, packed, input, output, kernels, first, end - first, pool);
    return;
  }
  const Dilated all = {shape, steps, packed, input, output, kernels, first, end};
  vision_thread_pool_run(pool, convolve_rest, &all, dilation * dilation);
}

void vision_depthwise(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, VisionThreadPool *pool
) {
  vision_depthwise_sum(shape, packed, input, NULL, output, pool);
}

void vision_depthwise_sum(
  const VisionDepthwise *shape, const float *packed, const float *input, const VisionEpilogue *epilogue, float *output,
  VisionThreadPool *pool
) {
  const Kernels *best = kernels[vision_path()];
  if (best != NULL) {
    convolve_rows(shape, packed, input, epilogue, output, best, 0, shape->outputHeight, pool);
    return;
  }
  vision_depthwise_plain(shape, packed, input, output);
  vision_add_residual(
    epilogue, (size_t)shape->outputHeight * (size_t)shape->outputWidth * (size_t)shape->channels, output);
}

void vision_depthwise_rows(
  Path path, const VisionDepthwise *shape, const float *packed, const float *input, const VisionEpilogue *epilogue,
  float *output, int firstRow, int endRow
) {
  convolve_rows(shape, packed, input, epilogue, output, kernels[path], firstRow, endRow, NULL);
}
