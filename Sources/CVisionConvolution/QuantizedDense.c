#include <string.h>

#include "QuantizedKernel.h"
#include "ThreadPool.h"

enum {
  /// Bytes of the widest element.
  MAX_ELEMENT = 2,
  /// Maximum adjacent pixels of a part, whose windows are laid out (im2col) in the cache. Matrices, whose elements are half as
  /// wide as the widest, take twice as many in the same memory.
  PART = 60,
  /// Values that are laid out together, also beyond the last window.
  COPIED = 16,
  /// Minimum bytes of a window for products of matrices.
  MIN_MATRIX = 40,
};

/// A few adjacent pixels x one or two units of channels.
typedef struct {
  /// The windows, and the elements of each.
  const void *windows;
  ptrdiff_t windowSize;
  /// The zero-point correction of each pixel; NULL for none.
  const int32_t *additions;
  const char *packed;
  ptrdiff_t panelSize;
  Requantization close;
  /// Where the first output goes, and the channels of a pixel.
  uint8_t *output;
  int outputs, channel;
} Tile;

/// The kernels for one processor.
typedef struct {
  void (*layOut)(const VisionQuantized *shape, const uint8_t *input, int first, int count, void *windows);
  void (*addUp)(const void *windows, ptrdiff_t size, int count, int32_t factor, int32_t *additions);
  /// From the first tile on `count` pixels x the channels to `end`.
  void (*convolve)(const Tile *first, int count, int end);
  /// The pixels of a tile, and the maximum tiles of a part.
  int pixels, tiles;
  /// Bytes of an element, and what is added to uint8 values before they are elements.
  int elementSize;
  uint8_t shift;
} Kernels;

/// What all parts of a convolution share: each part is a range of pixels and a share of the pairs of panels.
typedef struct {
  const VisionQuantized *shape;
  const char *packed;
  const uint8_t *input;
  uint8_t *output;
  char *work;
  const Kernels *kernels;
  /// The range of pixels.
  int first, end;
  int ranges, shares;
} Parts;

/// Whether windows are single pixels with stride 1.
static bool is_pointwise(const VisionQuantized *shape) {
  return shape->window == 1 && shape->stride == 1 && shape->top == 0 && shape->left == 0
    && shape->inputHeight == shape->outputHeight && shape->inputWidth == shape->outputWidth;
}

#define TEMPLATE "QuantizedTile.h"
#include "ByteVectors.h"

#if defined(__x86_64__)
#include "QuantizedMatrix.h"
#endif

// Products of 16-bit integers in longer vectors were no faster (AMD EPYC, Zen 4).
#define dense_avx512 dense_avx2

static const Kernels *const kernels[PATHS] = BYTE_PATHS(dense);

/// The kernels of a path. Products of matrices are worth it for windows of so many bytes: each takes as long for fewer.
static const Kernels *kernels_for(Path path, const VisionQuantized *shape) {
#if defined(__x86_64__)
  if (path == PATH_AMX && quantized_window_size(shape) < MIN_MATRIX) return &dense_avx512vnni;
#endif
  return kernels[path];
}

/// The tiles of some pixels.
static int tile_count(const Kernels *kernels, int pixels) { return (pixels + kernels->pixels - 1) / kernels->pixels; }

/// Whether the input already has the layout that the kernel reads.
static bool is_laid_out(const VisionQuantized *shape, const Kernels *kernels) {
  return is_pointwise(shape) && shape->inputs % QUAD == 0 && kernels->elementSize == 1
    && sign_flip(shape->isInputSigned) == kernels->shift;
}

size_t vision_quantized_dense_work_size(const VisionQuantized *shape) {
  const size_t windows = MAX_ELEMENT * ((size_t)PART * (size_t)quantized_window_size(shape) + COPIED);
  return (windows + MAX_ELEMENT * PART * sizeof(int32_t) + 63) / 64 * 64;
}

/// Adjacent pixels, at most a part, for the channels from `first` to `end`.
static void convolve_pixels(const Parts *all, int pixel, int count, int first, int end, char *work) {
  const VisionQuantized *shape = all->shape;
  const Kernels *kernels = all->kernels;
  const ptrdiff_t size = quantized_window_size(shape);
  const char *windows = work;
  if (is_laid_out(shape, kernels)) windows = (const char *)all->input + (ptrdiff_t)pixel * size;
  else kernels->layOut(shape, all->input, pixel, count, work);
  int32_t *additions = NULL;
  if (zero_point_correction(shape) != 0) {
    additions = (int32_t *)(work + MAX_ELEMENT * (PART * size + COPIED));
    kernels->addUp(windows, size, count, zero_point_correction(shape), additions);
  }
  const Tile tile = {
    windows, size, additions, all->packed, quantized_panel_size(shape), requantization(shape),
    all->output + (ptrdiff_t)pixel * shape->outputs + first, shape->outputs, first,
  };
  kernels->convolve(&tile, count, end);
}

static void convolve_part(const void *work, int part, int thread) {
  const Parts *all = work;
  const VisionQuantized *shape = all->shape;
  const int range = part / all->shares, share = part % all->shares;
  const int pairs = (quantized_panel_count(shape) + 1) / 2, endPair = vision_part_start(pairs, share + 1, all->shares);
  const int firstChannel = 2 * vision_part_start(pairs, share, all->shares) * QUANTIZED_PANEL;
  const int limitChannel = 2 * endPair * QUANTIZED_PANEL;
  const int endChannel = limitChannel < shape->outputs ? limitChannel : shape->outputs;
  const int tiles = tile_count(all->kernels, all->end - all->first);
  const int firstTile = vision_part_start(tiles, range, all->ranges);
  const int endTile = vision_part_start(tiles, range + 1, all->ranges);
  char *memory = all->work + (size_t)thread * vision_quantized_dense_work_size(shape);
  const int pieces = (endTile - firstTile + all->kernels->tiles - 1) / all->kernels->tiles;
  for (int i = 0; i < pieces; i++) {
    const int tile = firstTile + vision_part_start(endTile - firstTile, i, pieces);
    const int nextTile = firstTile + vision_part_start(endTile - firstTile, i + 1, pieces);
    const int pixel = all->first + tile * all->kernels->pixels, limit = all->first + nextTile * all->kernels->pixels;
    convolve_pixels(all, pixel, (limit < all->end ? limit : all->end) - pixel, firstChannel, endChannel, memory);
  }
}

void vision_quantized_dense(
  Path path, const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work,
  VisionThreadPool *pool
) {
  const Kernels *best = kernels_for(path, shape);
  const int pixels = shape->outputHeight * shape->outputWidth;
  const int tiles = tile_count(best, pixels), pairs = (quantized_panel_count(shape) + 1) / 2;
  const int threads = vision_thread_pool_thread_count(pool);
  const VisionParts parts = vision_split((pixels + PART - 1) / PART, tiles, pairs, threads);
  const Parts all = {shape, packed, input, output, work, best, 0, pixels, parts.ranges, parts.shares};
  vision_thread_pool_run(pool, convolve_part, &all, all.ranges * all.shares);
}

void vision_quantized_dense_rows(
  Path path, const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work,
  int firstRow, int endRow
) {
  const Parts all = {
    shape, packed, input, output, work, kernels_for(path, shape), firstRow * shape->outputWidth,
    endRow * shape->outputWidth, 1, 1,
  };
  convolve_part(&all, 0, 0);
}
