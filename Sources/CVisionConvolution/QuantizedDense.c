#include <string.h>

#include "QuantizedKernel.h"
#include "ThreadPool.h"

#if defined(__x86_64__)

#include "QuantizedVector.h"

enum {
  /// Pixels of the largest tile.
  TILE = 12,
  /// Adjacent pixels of a part, whose windows are laid out (im2col) in the cache.
  PART = 48,
};

/// What all parts of a convolution share: each part is a range of pixels and a share of the pairs of panels.
typedef struct {
  const VisionQuantized *shape;
  const char *packed;
  const uint8_t *input;
  uint8_t *output;
  char *work;
  /// The range of pixels.
  int first, end;
  int ranges, shares;
} Parts;

/// The windows of adjacent pixels, and where their outputs go.
typedef struct {
  const VisionQuantized *shape;
  const uint8_t *windows;
  ptrdiff_t windowSize;
  /// The zero-point correction of each pixel; NULL for none.
  const int32_t *additions;
  const char *panel;
  uint8_t *output;
  /// The channels that these panels really have.
  int channels;
} Tile;

/// Whether windows are single pixels with stride 1.
static bool is_pointwise(const VisionQuantized *shape) {
  return shape->window == 1 && shape->stride == 1 && shape->top == 0 && shape->left == 0
    && shape->inputHeight == shape->outputHeight && shape->inputWidth == shape->outputWidth;
}

/// Whether the input already has the layout that the kernel reads.
static bool is_laid_out(const VisionQuantized *shape) {
  return is_pointwise(shape) && !shape->isInputSigned && shape->inputs % QUAD == 0;
}

size_t vision_quantized_dense_work_size(const VisionQuantized *shape) {
  return ((size_t)PART * (size_t)quantized_window_size(shape) + PART * sizeof(int32_t) + 63) / 64 * 64;
}

/// Copies bytes as uint8.
QUANTIZED_INLINE void copy(uint8_t *to, const uint8_t *from, ptrdiff_t count, __m512i flip) {
  for (; count > 0; count -= 64, from += 64, to += 64) {
    const __mmask64 lanes = first_lanes(count);
    _mm512_mask_storeu_epi8(to, lanes, _mm512_xor_si512(_mm512_maskz_loadu_epi8(lanes, from), flip));
  }
}

/// Lays out the window that starts at row `y` and column `x`.
QUANTIZED_INLINE void lay_out_window(
  const VisionQuantized *shape, const uint8_t *input, int y, int x, uint8_t *window, __m512i flip
) {
  const ptrdiff_t row = (ptrdiff_t)shape->window * shape->inputs;
  const ptrdiff_t inputRow = (ptrdiff_t)shape->inputWidth * shape->inputs;
  const int start = x < 0 ? -x : 0, rest = shape->inputWidth - x, end = rest < shape->window ? rest : shape->window;
  const uint8_t *from = input + y * inputRow + (ptrdiff_t)(x + start) * shape->inputs;
  for (int i = y; i < y + shape->window; i++, window += row, from += inputRow) {
    const bool isInside = i >= 0 && i < shape->inputHeight;
    if (!isInside || start > 0 || end < shape->window) memset(window, shape->inputZeroPoint, (size_t)row);
    if (isInside) copy(window + start * shape->inputs, from, (ptrdiff_t)(end - start) * shape->inputs, flip);
  }
}

QUANTIZED_TARGET static void lay_out(
  const VisionQuantized *all, const uint8_t *input, int first, int count, uint8_t *windows
) {
  // A copy: the bytes that are written may alias what a pointer leads to.
  const VisionQuantized shape = *all;
  const ptrdiff_t size = quantized_window_size(&shape), length = (ptrdiff_t)shape.window * shape.window * shape.inputs;
  const __m512i flip = _mm512_set1_epi8((char)sign_flip(shape.isInputSigned));
  if (is_pointwise(&shape) && size == length) {
    copy(windows, input + first * size, count * size, flip);
    return;
  }
  int row = first / shape.outputWidth, column = first % shape.outputWidth;
  for (int i = 0; i < count; i++, windows += size) {
    lay_out_window(&shape, input, row * shape.stride - shape.top, column * shape.stride - shape.left, windows, flip);
    for (ptrdiff_t place = length; place < size; place++) windows[place] = 0;
    column++;
    if (column == shape.outputWidth) row++, column = 0;
  }
}

/// The sums of windows times the zero-point correction.
QUANTIZED_TARGET static void add_up(
  const uint8_t *windows, ptrdiff_t size, int count, int32_t factor, int32_t *additions
) {
  const __m512i ones = _mm512_set1_epi8(1);
  for (int i = 0; i < count; i++, windows += size) {
    __m512i sums = _mm512_setzero_si512();
    for (ptrdiff_t place = 0; place < size; place += 64) {
      sums = _mm512_dpbusd_epi32(sums, _mm512_maskz_loadu_epi8(first_lanes(size - place), windows + place), ones);
    }
    additions[i] = factor * _mm512_reduce_add_epi32(sums);
  }
}

QUANTIZED_INLINE void convolve_tile(const Tile *tile, const int pixels, const int panels) {
  const ptrdiff_t size = tile->windowSize;
  const QuantizedPanelHead *heads[2] = {
    (const QuantizedPanelHead *)tile->panel,
    (const QuantizedPanelHead *)(tile->panel + quantized_panel_size(tile->shape)),
  };
  __m512i sums[TILE][2];
#pragma clang loop unroll(full)
  for (int i = 0; i < pixels; i++) {
    const __m512i addition = _mm512_set1_epi32(tile->additions == NULL ? 0 : tile->additions[i]);
#pragma clang loop unroll(full)
    for (int p = 0; p < panels; p++) {
      sums[i][p] = _mm512_add_epi32(addition, _mm512_loadu_si512(heads[p]->offsets));
    }
  }
  const char *first = (const char *)(heads[0] + 1), *second = (const char *)(heads[panels - 1] + 1);
  const uint8_t *groups[TILE / 4];
  for (int i = 0; i < TILE / 4; i++) groups[i] = tile->windows + 4 * i * size;
  const ptrdiff_t thrice = 3 * size;
  for (ptrdiff_t place = 0; place < size; place += QUAD) {
    const __m512i some = _mm512_loadu_si512(first + place * QUANTIZED_PANEL);
    const __m512i others = _mm512_loadu_si512(second + place * QUANTIZED_PANEL);
#pragma clang loop unroll(full)
    for (int i = 0; i < pixels; i++) {
      const ptrdiff_t apart = i % 4 == 3 ? thrice : i % 4 * size;
      int32_t quad;
      memcpy(&quad, groups[i / 4] + apart + place, sizeof quad);
      const __m512i values = _mm512_set1_epi32(quad);
      sums[i][0] = _mm512_dpbusd_epi32(sums[i][0], values, some);
      if (panels == 2) sums[i][1] = _mm512_dpbusd_epi32(sums[i][1], values, others);
    }
  }
  const Requantization close = requantization(tile->shape);
#pragma clang loop unroll(full)
  for (int p = 0; p < panels; p++) {
    const __m512 scales = _mm512_loadu_ps(heads[p]->scales);
    const __mmask16 present = (__mmask16)first_lanes(tile->channels - p * QUANTIZED_PANEL);
    uint8_t *to = tile->output + p * QUANTIZED_PANEL;
#pragma clang loop unroll(full)
    for (int i = 0; i < pixels; i++) {
      _mm_mask_storeu_epi8(to + (ptrdiff_t)i * tile->shape->outputs, present, requantized(sums[i][p], scales, &close));
    }
  }
}

#define CASE(pixels) \
  case pixels: if (panels == 2) convolve_tile(tile, pixels, 2); else convolve_tile(tile, pixels, 1); break;

/// A tile of 12, 4 or 1 pixels by one or two panels, as compile-time constants.
QUANTIZED_TARGET static void convolve_some(const Tile *tile, int pixels, int panels) {
  switch (pixels) { CASE(TILE) CASE(4) CASE(1) }
}

#undef CASE

/// Adjacent pixels, at most a part, for the panels from `first` to `end`.
QUANTIZED_TARGET static void convolve_pixels(const Parts *all, int pixel, int count, int first, int end, char *work) {
  const VisionQuantized *shape = all->shape;
  const ptrdiff_t size = quantized_window_size(shape), panelSize = quantized_panel_size(shape);
  const uint8_t *windows = all->input + (ptrdiff_t)pixel * size;
  if (!is_laid_out(shape)) {
    lay_out(shape, all->input, pixel, count, (uint8_t *)work);
    windows = (uint8_t *)work;
  }
  int32_t *additions = NULL;
  if (zero_point_correction(shape) != 0) {
    additions = (int32_t *)(work + PART * size);
    add_up(windows, size, count, zero_point_correction(shape), additions);
  }
  for (int panel = first; panel < end; panel += 2) {
    const int channel = panel * QUANTIZED_PANEL;
    for (int done = 0; done < count;) {
      const int rest = count - done, pixels = rest >= TILE ? TILE : rest >= 4 ? 4 : 1;
      const Tile tile = {
        shape, windows + done * size, size, additions == NULL ? NULL : additions + done,
        all->packed + panel * panelSize,
        all->output + (ptrdiff_t)(pixel + done) * shape->outputs + channel, shape->outputs - channel,
      };
      convolve_some(&tile, pixels, panel + 1 < end ? 2 : 1);
      done += pixels;
    }
  }
}

static void convolve_part(const void *work, int part, int thread) {
  const Parts *all = work;
  const VisionQuantized *shape = all->shape;
  const int range = part / all->shares, share = part % all->shares;
  const int pairs = (quantized_panel_count(shape) + 1) / 2, endPair = vision_part_start(pairs, share + 1, all->shares);
  const int endPanel = 2 * endPair < quantized_panel_count(shape) ? 2 * endPair : quantized_panel_count(shape);
  const int tiles = (all->end - all->first + TILE - 1) / TILE;
  const int first = all->first + vision_part_start(tiles, range, all->ranges) * TILE;
  const int limit = all->first + vision_part_start(tiles, range + 1, all->ranges) * TILE;
  const int end = limit < all->end ? limit : all->end;
  char *memory = all->work + (size_t)thread * vision_quantized_dense_work_size(shape);
  for (int pixel = first; pixel < end; pixel += PART) {
    const int count = end - pixel < PART ? end - pixel : PART;
    convolve_pixels(all, pixel, count, 2 * vision_part_start(pairs, share, all->shares), endPanel, memory);
  }
}

void vision_quantized_dense(
  const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work,
  VisionThreadPool *pool
) {
  const int pixels = shape->outputHeight * shape->outputWidth;
  const int tiles = (pixels + TILE - 1) / TILE, pairs = (quantized_panel_count(shape) + 1) / 2;
  const int threads = vision_thread_pool_thread_count(pool);
  const VisionParts parts = vision_split((pixels + PART - 1) / PART, tiles, pairs, threads);
  const Parts all = {shape, packed, input, output, work, 0, pixels, parts.ranges, parts.shares};
  vision_thread_pool_run(pool, convolve_part, &all, all.ranges * all.shares);
}

void vision_quantized_dense_rows(
  const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, void *work, int firstRow,
  int endRow
) {
  const Parts all = {
    shape, packed, input, output, work, firstRow * shape->outputWidth, endRow * shape->outputWidth, 1, 1,
  };
  convolve_part(&all, 0, 0);
}

#endif
