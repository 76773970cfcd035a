#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "CVisionConvolution.h"
#include "DenseCases.h"
#include "DensePacking.h"
#include "DenseParts.h"
#include "FloatBounds.h"
#include "Reduced.h"
#include "Rows.h"
#include "ThreadPool.h"
#include "Thresholds.h"

enum {
  /// Minimum values of a window's row that are worth being reduced.
  REDUCED_INPUTS = 24,
  /// Bytes of weights that are fetched ahead: most of what the second-level cache has beside the weights in use.
  MAX_FETCHED = 1 << 18,
  /// The locality of what is fetched into the second-level cache.
  SECOND_LEVEL = 2,
};

/// Adjacent pixels x vectors of output channels, from the first channel of a panel on.
typedef struct {
  const VisionDense *shape;
  const VisionEpilogue *epilogue;
  /// The input of the first pixel's window, and the distances to the next row and the next pixel; pairs of reduced numbers
  /// count as a float.
  const float *input;
  ptrdiff_t rowStride, pixelStride;
  /// The packed panel; its weights as they are multiplied, and what its sums start with, with the distances to the next
  /// panel's.
  const char *panel;
  const float *weights, *starts;
  ptrdiff_t panelStride, startStride;
  float *output;
  ptrdiff_t pixel;
  int channel;
  /// The panels that follow these in memory. Each of the first `fetching` tiles fetches as many bytes of them as it reads of
  /// one panel, so that no tile has to wait for them.
  const char *next;
  int fetching;
} DenseTile;

/// What a tile fetches while it reads its weights; `own` are in a cache already.
static inline const char *next_weights(const DenseTile *tile, int index, const char *own) {
  return index < tile->fetching ? tile->next + index * tile_weights_size(tile->shape) : own;
}

#define TEMPLATE "DenseTile.h"
#define NARROW
#include "FloatVectors.h"

#define TEMPLATE "SingleChannel.h"
#include "FloatVectors.h"

#include "DenseReducedEach.h"

#if defined(__x86_64__)
#include "DenseMatrix.h"
#endif

typedef void Tiles(const DenseTile *first, int tiles, int pixels, int vectors);
typedef void SinglePad(const VisionDense *shape, const float *input, int firstRow, int rows, float *planes);
typedef void Single(
  const VisionDense *shape, const float *planes, const float *weights, float bias, const VisionEpilogue *epilogue,
  float *output, int firstRow, int rows);
typedef void Pool(
  const VisionDense *shape, const VisionEpilogue *epilogue, float *output, int firstRow, int endRow);

/// The kernels for one processor.
typedef struct {
  /// For many output channels, and for at most 8.
  Tiles *wide, *narrow;
  SinglePad *singlePad;
  Single *single;
  void (*unpack)(const void *halves, ptrdiff_t count, float *floats);
  Pool *pool;
  /// Channels of a vector, maximum vectors of a tile unless it is the last, and the pixels of a full tile by its number of
  /// vectors.
  int lanes, vectors, pixels[MAX_VECTORS + 1];
  /// What prepares a thread for rows of some pixels, and what ends that; NULL for nothing.
  void (*begin)(const VisionDense *shape, int pixels);
  void (*end)(void);
} Kernels;

#if defined(__x86_64__)
static const Kernels dense_avx512 = {
  dense_16_avx512, dense_8_avx512, single_pad_16_avx512, single_16_avx512, dense_unpack_16_avx512,
  dense_pool_16_avx512, 16, 4, {0, 16, 12, 8, 6},
};
static const Kernels dense_avx2 = {
  dense_8_avx2, dense_8_avx2, single_pad_8_avx2, single_8_avx2, dense_unpack_8_avx2,
  dense_pool_8_avx2, 8, 2, {0, 12, 6, 3},
};
#elif defined(__aarch64__)
static const Kernels dense_neon = {
  dense_4_neon, dense_4_neon, single_pad_4_neon, single_4_neon, dense_unpack_4_neon,
  dense_pool_4_neon, 4, 4, {0, 16, 12, 8, 6},
};
#endif

static const Kernels *const kernels[PATHS] = FLOAT_PATHS(dense);

// The kernels of reduced numbers, whose shapes have more than 8 output channels. Tiles are those of the processor's floats, or
// the whole row that matrices take.
#if defined(__x86_64__)
static const Kernels bfloat16_avx512 = {.wide = dense_bf16, .lanes = 16, .vectors = 4, .pixels = {0, 16, 12, 8, 6}};
static const Kernels float16_avx512 = {.wide = dense_fp16, .lanes = 16, .vectors = 4, .pixels = {0, 16, 12, 8, 6}};
static const Kernels bfloat16_amx = {
  .wide = dense_matrix, .lanes = 16, .vectors = MATRIX_PANELS, .pixels = {0, VISION_MAX_DIMENSION, VISION_MAX_DIMENSION},
  .begin = matrix_begin_row, .end = matrix_end,
};
#elif defined(__aarch64__)
static const Kernels bfloat16_neon = {.wide = dense_bf16, .lanes = 4, .vectors = 4, .pixels = {0, 16, 12, 8, 6}};
#endif

/// The kernels of a path for some numbers; NULL for the plain loop.
static const Kernels *kernels_of(Path path, VisionNumbers numbers) {
#if defined(__x86_64__)
  if (numbers == VISION_BFLOAT16) return path == PATH_AMX ? &bfloat16_amx : &bfloat16_avx512;
  if (numbers == VISION_FLOAT16) return &float16_avx512;
#elif defined(__aarch64__)
  if (numbers == VISION_BFLOAT16) return &bfloat16_neon;
#endif
  return kernels[path];
}

bool vision_multiplies_matrices(VisionNumbers numbers) {
  const Kernels *best = kernels_of(vision_path(), numbers);
  return vision_has_numbers(numbers) && best != NULL && best->begin != NULL;
}

// Tiles of 16-bit numbers are those of the best path's floats.
bool vision_dense_takes(const VisionDense *shape, VisionNumbers numbers) {
  return numbers == VISION_FLOAT32
    || (vision_has_numbers(numbers) && kernels[vision_path()] == kernels[PATHS - 1] && shape->inputs % 2 == 0
      && (int64_t)shape->inputs * shape->window >= REDUCED_INPUTS && shape->outputs > 8);
}

/// What all parts of a convolution share: each part is a range of pixels, whole rows where windows overlap, and a share
/// of the output channels.
typedef struct {
  const VisionDense *shape;
  const char *packed;
  const float *input;
  const VisionEpilogue *epilogue;
  float *output, *work;
  const Kernels *kernels;
  int ranges, shares;
  /// The range whose padded or reduced input each thread has in its working memory, for its shares of that range.
  int *laidOut;
} Parts;

static int pair_count(const VisionDense *shape) { return (panel_count(shape) + 1) / 2; }

/// The number of tiles with one vector of channels.
static int tile_count(const VisionDense *shape) {
  return (shape->outputHeight * shape->outputWidth + MAX_PIXELS - 1) / MAX_PIXELS;
}

size_t vision_dense_work_count(const VisionDense *shape) {
  const size_t unpacked = is_widened(shape) ? MAX_VECTORS * PANEL * (size_t)window_count(shape) : 0;
  return padded_count(shape) + unpacked;
}

/// How many tiles fetch the panels behind some, which are taken to be as many.
static int fetching_tiles(const VisionDense *shape, int panels) {
  const ptrdiff_t size = panels * panel_size(shape), fetched = size < MAX_FETCHED ? size : MAX_FETCHED;
  return (int)((fetched + tile_weights_size(shape) - 1) / tile_weights_size(shape));
}

/// Adjacent pixels, in tiles of nearly equal size, for the channels of some vectors.
static void convolve_pixels(const Parts *all, DenseTile tile, int count, int vectors) {
  Tiles *kernel = tile.shape->outputs <= 8 ? all->kernels->narrow : all->kernels->wide;
  const int max = all->kernels->pixels[vectors], tiles = (count + max - 1) / max;
  const int pixels = count / tiles, larger = count % tiles;
  if (larger > 0) kernel(&tile, larger, pixels + 1, vectors);
  tile.input += (ptrdiff_t)larger * (pixels + 1) * tile.pixelStride;
  tile.pixel += larger * (pixels + 1);
  tile.next += larger * tile_weights_size(tile.shape);
  tile.fetching -= larger;
  kernel(&tile, tiles - larger, pixels, vectors);
}

/// How many of the remaining vectors the next tiles take: a panel of short vectors, or the last three. Of vectors as long as
/// panels three where that divides evenly, as such tiles are the fastest, else what leaves a multiple of three.
static int next_vectors(int left, const Kernels *kernels) {
  if (left <= 3 && kernels->pixels[left] > 0) return left;
  if (kernels->lanes < PANEL || kernels->vectors < MAX_VECTORS) return kernels->vectors;
  return left % 3 == 1 || (left % 3 == 2 && left >= 8) ? 4 : 3;
}

/// `rows` rows of `count` adjacent pixels, `rowStep` apart in the input, for some panels.
static void convolve_panels(
  const Parts *all, DenseTile tile, int rows, ptrdiff_t rowStep, int count, float *unpacked, int firstPanel,
  int endPanel
) {
  const VisionDense *shape = all->shape;
  const int lanes = all->kernels->lanes;
  const int end = endPanel * PANEL < shape->outputs ? endPanel * PANEL : shape->outputs;
  const float *input = tile.input;
  const ptrdiff_t pixel = tile.pixel, weights = window_count(shape) * PANEL;
  const float *starts = all->epilogue->starts;
  tile.startStride = starts != NULL ? PANEL : panel_size(shape) / (ptrdiff_t)sizeof(float);
  if (all->kernels->begin != NULL) all->kernels->begin(shape, count);
  for (tile.channel = firstPanel * PANEL; tile.channel < end;) {
    const int vectors = next_vectors((end - tile.channel + lanes - 1) / lanes, all->kernels);
    const int panels = (vectors * lanes + PANEL - 1) / PANEL;
    tile.panel = all->packed + tile.channel / PANEL * panel_size(shape);
    tile.next = tile.panel + panels * panel_size(shape);
    tile.starts = starts != NULL ? starts + tile.channel : (const float *)tile.panel;
    if (is_widened(shape)) {
      for (int i = 0; i < panels; i++) {
        const char *halves = tile.panel + i * panel_size(shape) + PANEL * sizeof(float);
        all->kernels->unpack(halves, weights, unpacked + i * weights);
      }
      tile.weights = unpacked;
      tile.panelStride = weights;
    } else {
      tile.weights = (const float *)(tile.panel + panel_start(shape));
      tile.panelStride = panel_size(shape) / (ptrdiff_t)sizeof(float);
    }
    for (int row = 0; row < rows; row++) {
      tile.input = input + row * rowStep;
      tile.pixel = pixel + (ptrdiff_t)row * count;
      tile.fetching = row == 0 ? fetching_tiles(shape, panels) : 0;
      convolve_pixels(all, tile, count, vectors);
    }
    tile.channel += panels * PANEL;
  }
  if (all->kernels->end != NULL) all->kernels->end();
}

/// Copies input values, or rounds them to the numbers that are multiplied.
static void copy_values(const VisionDense *shape, const float *from, ptrdiff_t count, void *to) {
  if (is_reduced(shape)) vision_reduce(shape->numbers, from, count, to);
  else memcpy(to, from, (size_t)count * sizeof(float));
}

/// Copies the input rows of a strip, padded with zeros.
static void pad(const VisionDense *shape, const float *input, int firstRow, int rows, float *padded) {
  const int inputRow = firstRow * shape->stride - shape->top;
  const ptrdiff_t channels = shape->inputs, width = padded_width(shape), size = channels * value_size(shape);
  memset(padded, 0, (size_t)(padded_rows(shape, rows) * width * size));
  for (int row = 0; row < padded_rows(shape, rows); row++) {
    const int from = inputRow + row;
    if (from < 0 || from >= shape->inputHeight) continue;
    copy_values(
      shape, input + (ptrdiff_t)from * shape->inputWidth * channels, padded_columns(shape) * channels,
      (char *)padded + (row * width + shape->left) * size);
  }
}

/// Some pixels of a pointwise convolution. Those of a part are no more than `PART_PIXELS`.
static void convolve_range(
  const Parts *all, float *work, int first, int end, bool isLaidOut, int firstPanel, int endPanel
) {
  const VisionDense *shape = all->shape;
  for (int pixel = first; pixel < end; pixel += PART_PIXELS) {
    const int count = end - pixel < PART_PIXELS ? end - pixel : PART_PIXELS;
    DenseTile tile = {
      .shape = shape, .epilogue = all->epilogue, .input = all->input + (ptrdiff_t)pixel * shape->inputs,
      .pixelStride = pixels_count(shape, 1), .output = all->output, .pixel = pixel,
    };
    if (is_reduced(shape)) {
      if (!isLaidOut) vision_reduce(shape->numbers, tile.input, (ptrdiff_t)count * shape->inputs, work);
      tile.input = work;
    }
    convolve_panels(all, tile, 1, 0, count, work + padded_count(shape), firstPanel, endPanel);
  }
}

/// Some rows of a convolution to a single output channel, at most one strip.
static void convolve_single(const Parts *all, float *work, int first, int end) {
  const VisionDense *shape = all->shape;
  const char *packed = all->packed + PANEL * sizeof(float);
  float *unpacked = work + padded_count(shape);
  if (shape->isHalf) all->kernels->unpack(packed, window_count(shape) * PANEL, unpacked);
  const float *weights = shape->isHalf ? unpacked : (const float *)packed;
  const float *start = all->epilogue->starts != NULL ? all->epilogue->starts : (const float *)all->packed;
  all->kernels->singlePad(shape, all->input, first, end - first, work);
  all->kernels->single(
    shape, work, weights, *start, all->epilogue, all->output, first, end - first);
}

/// Some rows of a convolution with larger windows, at most one strip.
static void convolve_strip(
  const Parts *all, float *work, int first, int end, bool isLaidOut, int firstPanel, int endPanel
) {
  const VisionDense *shape = all->shape;
  if (is_single(shape)) {
    convolve_single(all, work, first, end);
    return;
  }
  const ptrdiff_t rowStride = pixels_count(shape, padded_width(shape));
  if (!isLaidOut) pad(shape, all->input, first, end - first, work);
  const DenseTile tile = {
    .shape = shape, .epilogue = all->epilogue, .input = work, .rowStride = rowStride,
    .pixelStride = pixels_count(shape, shape->stride), .output = all->output,
    .pixel = (ptrdiff_t)first * shape->outputWidth,
  };
  convolve_panels(
    all, tile, end - first, shape->stride * rowStride, shape->outputWidth, work + padded_count(shape), firstPanel,
    endPanel);
}

static void convolve_part(const void *work, int part, int thread) {
  const Parts *all = work;
  const VisionDense *shape = all->shape;
  const int range = part / all->shares, share = part % all->shares;
  const int pairs = pair_count(shape), panels = panel_count(shape);
  const int firstPanel = 2 * vision_part_start(pairs, share, all->shares);
  const int lastPanel = 2 * vision_part_start(pairs, share + 1, all->shares);
  const int endPanel = lastPanel < panels ? lastPanel : panels;
  float *own = all->work + (size_t)thread * vision_dense_work_count(shape);
  const bool isLaidOut = all->laidOut[thread] == range;
  all->laidOut[thread] = range;
  if (is_pointwise(shape)) {
    const int pixels = shape->outputHeight * shape->outputWidth, tiles = tile_count(shape);
    const int first = vision_part_start(tiles, range, all->ranges) * MAX_PIXELS;
    const int end = vision_part_start(tiles, range + 1, all->ranges) * MAX_PIXELS;
    convolve_range(all, own, first, end < pixels ? end : pixels, isLaidOut, firstPanel, endPanel);
  } else {
    const int first = vision_part_start(shape->outputHeight, range, all->ranges);
    const int end = vision_part_start(shape->outputHeight, range + 1, all->ranges);
    convolve_strip(all, own, first, end, isLaidOut, firstPanel, endPanel);
  }
}

/// All parts.
static void convolve(Parts all, VisionThreadPool *pool) {
  const VisionDense *shape = all.shape;
  const int pixels = shape->outputHeight * shape->outputWidth;
  const int maxRanges = is_pointwise(shape) ? tile_count(shape) : shape->outputHeight;
  const int ranges = is_pointwise(shape)
    ? (pixels + PART_PIXELS - 1) / PART_PIXELS : (shape->outputHeight + strip_rows(shape) - 1) / strip_rows(shape);
  const VisionParts parts = vision_split(ranges, maxRanges, pair_count(shape), vision_thread_pool_thread_count(pool));
  all.ranges = parts.ranges;
  all.shares = parts.shares;
  int laidOut[VISION_MAX_THREADS];
  for (int i = 0; i < VISION_MAX_THREADS; i++) laidOut[i] = -1;
  all.laidOut = laidOut;
  vision_thread_pool_run(pool, convolve_part, &all, all.ranges * all.shares);
}

void vision_dense(
  const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue, float *output,
  float *work, VisionThreadPool *pool
) {
  const Kernels *best = kernels_of(vision_path(), shape->numbers);
  if (best == NULL) vision_dense_plain(shape, packed, input, epilogue, output);
  else convolve((Parts){shape, packed, input, epilogue, output, work, best, 0, 0, NULL}, pool);
}

void vision_dense_pool_rows(
  Path path, const VisionDense *shape, const VisionEpilogue *epilogue, float *output, int firstRow, int endRow
) {
  if (kernels[path] == NULL) vision_dense_pool_plain(shape, epilogue, output, firstRow, endRow);
  else kernels[path]->pool(shape, epilogue, output, firstRow, endRow);
}

void vision_dense_rows(
  Path path, const VisionDense *shape, const void *packed, const float *input, const VisionEpilogue *epilogue,
  float *output, float *work, int firstRow, int endRow
) {
  const Parts all = {shape, packed, input, epilogue, output, work, kernels_of(path, shape->numbers), 1, 1, NULL};
  const int panels = panel_count(shape), width = shape->outputWidth;
  if (is_pointwise(shape)) {
    convolve_range(&all, work, firstRow * width, endRow * width, false, 0, panels);
    return;
  }
  for (int row = firstRow; row < endRow; row += strip_rows(shape)) {
    const int end = row + strip_rows(shape) < endRow ? row + strip_rows(shape) : endRow;
    convolve_strip(&all, work, row, end, false, 0, panels);
  }
}
