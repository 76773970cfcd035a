#include <string.h>

#include "QuantizedKernel.h"
#include "ThreadPool.h"

#if defined(__x86_64__)

#include "QuantizedVector.h"

enum {
  /// Output rows of a strip, and the quads of input rows that it reads.
  MAX_ROWS = 4,
  MAX_QUADS = 2,
  /// Input columns that are kept, more than a window has.
  RING = 8,
};

/// What all parts of a convolution share: each part is a range of rows and a share of the panels.
typedef struct {
  const VisionQuantized *shape;
  const char *packed;
  const uint8_t *input;
  uint8_t *output;
  int first, end;
  int ranges, shares;
} Parts;

/// Whether an output row's window reads a quad of the strip's input rows.
static inline bool meets(int row, int quad, int window, int stride) {
  return row * stride < (quad + 1) * QUAD && row * stride + window > quad * QUAD;
}

/// Sixteen bytes at an address, or those of the panel's present channels.
QUANTIZED_INLINE __m128i channels_at(const uint8_t *from, __mmask16 present, const bool isWhole) {
  return isWhole ? _mm_loadu_si128((const __m128i *)from) : _mm_maskz_loadu_epi8(present, from);
}

/// The permutation that interleaves four rows of sixteen bytes to quads: groups of four of a row first, then bytes of
/// four rows.
typedef struct {
  __m512i fours, bytes;
} QuadOrder;

QUANTIZED_INLINE QuadOrder quad_order(void) {
  QuadOrder order = {
    _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15),
    _mm512_broadcast_i32x4(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)),
  };
  // With known values the compiler would turn the two instructions into four.
  __asm__("" : "+v"(order.fours), "+v"(order.bytes));
  return order;
}

/// Interleaves four rows of a panel's channels to quads: for each channel its bytes in the four rows.
QUANTIZED_INLINE __m512i interleave(
  const uint8_t *const *rows, const int panel, const QuadOrder *order, __mmask16 present, const bool isWhole
) {
  const ptrdiff_t place = panel * QUANTIZED_PANEL;
  __m512i all = _mm512_castsi128_si512(channels_at(rows[0] + place, present, isWhole));
  all = _mm512_mask_broadcast_i32x4(all, 0x00F0, channels_at(rows[1] + place, present, isWhole));
  all = _mm512_mask_broadcast_i32x4(all, 0x0F00, channels_at(rows[2] + place, present, isWhole));
  all = _mm512_mask_broadcast_i32x4(all, 0xF000, channels_at(rows[3] + place, present, isWhole));
  return _mm512_shuffle_epi8(_mm512_permutexvar_epi32(order->fours, all), order->bytes);
}

/// The zero-point correction as weights of the rows that an output row of a strip reads, for all channels.
static inline int32_t factors(int32_t factor, int row, int quad, int window, int stride) {
  uint32_t bytes = 0;
  for (int i = 0; i < QUAD; i++) {
    const int place = quad * QUAD + i - row * stride;
    if (place >= 0 && place < window) bytes |= (uint32_t)(factor & 0xFF) << 8 * i;
  }
  return (int32_t)bytes;
}

/// A strip of `count` output rows, full width, for the channels of one or two panels. From left to right each input
/// column is interleaved to quads in a ring of the latest eight, from which all windows read.
QUANTIZED_INLINE void convolve_strip(
  const Parts *all, int panel, int firstRow, int count, const int window, const int stride, const int rows,
  const int quads, const bool hasFactor, const int panels
) {
  // A copy: the bytes that are written may alias what a pointer leads to.
  const VisionQuantized shape = *all->shape;
  const ptrdiff_t panelSize = quantized_panel_size(&shape);
  const char *head = all->packed + panel * panelSize, *weights = head + sizeof(QuantizedPanelHead);
  const int channel = panel * QUANTIZED_PANEL;
  const ptrdiff_t channels = shape.inputs, row = shape.inputWidth * channels;
  const bool isWhole = panels == 2;
  const __mmask16 present = (__mmask16)first_lanes(channels - channel);
  const __m512i flip = _mm512_set1_epi8((char)sign_flip(shape.isInputSigned));
  const __m512i nothing = _mm512_set1_epi8((char)shape.inputZeroPoint);
  uint8_t zeros[2 * QUANTIZED_PANEL];
  memset(zeros, shape.inputZeroPoint ^ sign_flip(shape.isInputSigned), sizeof zeros);
  // The pointers of rows outside the input stay on zeros.
  const uint8_t *sources[MAX_QUADS * QUAD];
  ptrdiff_t strides[MAX_QUADS * QUAD];
  const int inputRow = firstRow * stride - shape.top, needed = (count - 1) * stride + window;
  for (int i = 0; i < quads * QUAD; i++) {
    const bool isInside = i < needed && inputRow + i >= 0 && inputRow + i < shape.inputHeight;
    sources[i] = isInside ? all->input + (inputRow + i) * row + channel : zeros;
    strides[i] = isInside ? channels : 0;
  }
  const Requantization close = requantization(&shape);
  const QuadOrder order = quad_order();
  __m512i ring[RING][MAX_QUADS][2];
  for (int i = 0; i < RING; i++) {
    for (int quad = 0; quad < quads; quad++) ring[i][quad][0] = ring[i][quad][1] = nothing;
  }
  uint8_t *target = all->output + (ptrdiff_t)firstRow * shape.outputWidth * channels + channel;
  const ptrdiff_t targetRow = shape.outputWidth * channels;
  int loaded = 0;
  for (int first = -shape.left; first < shape.outputWidth * stride - shape.left; first += stride, target += channels) {
    for (; loaded < first + window; loaded++) {
      __m512i (*slot)[2] = ring[(unsigned)loaded % RING];
      const bool isInside = loaded < shape.inputWidth;
#pragma clang loop unroll(full)
      for (int quad = 0; quad < quads; quad++) {
#pragma clang loop unroll(full)
        for (int p = 0; p < panels; p++) {
          slot[quad][p] = isInside
            ? _mm512_xor_si512(interleave(sources + quad * QUAD, p, &order, present, isWhole), flip) : nothing;
        }
      }
#pragma clang loop unroll(full)
      for (int i = 0; i < quads * QUAD; i++) sources[i] += strides[i];
    }
    __m512i sums[MAX_ROWS][2];
#pragma clang loop unroll(full)
    for (int i = 0; i < rows; i++) {
#pragma clang loop unroll(full)
      for (int p = 0; p < panels; p++) sums[i][p] = _mm512_loadu_si512(head + p * panelSize);
    }
#pragma clang loop unroll(full)
    for (int column = 0; column < window; column++) {
      const __m512i (*values)[2] = ring[(unsigned)(first + column) % RING];
#pragma clang loop unroll(full)
      for (int quad = 0; quad < quads; quad++) {
#pragma clang loop unroll(full)
        for (int i = 0; i < rows; i++) {
          if (!meets(i, quad, window, stride)) continue;
          const char *from = weights + ((i * quads + quad) * window + column) * QUANTIZED_PANEL * QUAD;
          const __m512i factor = _mm512_set1_epi32(factors(zero_point_correction(&shape), i, quad, window, stride));
#pragma clang loop unroll(full)
          for (int p = 0; p < panels; p++) {
            const __m512i taps = _mm512_loadu_si512(from + p * panelSize);
            sums[i][p] = _mm512_dpbusd_epi32(sums[i][p], values[quad][p], taps);
            if (hasFactor) sums[i][p] = _mm512_dpbusd_epi32(sums[i][p], values[quad][p], factor);
          }
        }
      }
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < rows; i++) {
#pragma clang loop unroll(full)
      for (int p = 0; p < panels; p++) {
        const __m512 scales = _mm512_loadu_ps(head + p * panelSize + sizeof(int32_t) * QUANTIZED_PANEL);
        const __m128i result = requantized(sums[i][p], scales, &close);
        uint8_t *to = target + i * targetRow + p * QUANTIZED_PANEL;
        if (i >= count) continue;
        if (isWhole) _mm_storeu_si128((__m128i *)to, result);
        else _mm_mask_storeu_epi8(to, present, result);
      }
    }
  }
}

#define CASE_OF(size, step, rows, quads, hasFactor) \
  if (panels == 2) convolve_strip(all, panel, row, count, size, step, rows, quads, hasFactor, 2); \
  else convolve_strip(all, panel, row, count, size, step, rows, quads, hasFactor, 1);
#define CASE(size, step, rows, quads) \
  if (shape->window == size && shape->stride == step) { \
    if (zero_point_correction(shape) != 0) { CASE_OF(size, step, rows, quads, true) } \
    else { CASE_OF(size, step, rows, quads, false) } \
  }

/// A strip with a compile-time shape.
QUANTIZED_TARGET static void convolve_some(const Parts *all, int panel, int panels, int row, int count) {
  const VisionQuantized *shape = all->shape;
  CASE(3, 1, 2, 1)
  CASE(3, 2, 3, 2)
  CASE(5, 1, 4, 2)
  CASE(5, 2, 2, 2)
}

#undef CASE
#undef CASE_OF

static void convolve_part(const void *work, int part, int thread) {
  const Parts *all = work;
  const VisionQuantized *shape = all->shape;
  const int range = part / all->shares, share = part % all->shares, panels = quantized_panel_count(shape);
  const int rows = quantized_strip(shape->window, shape->stride).rows;
  const int strips = (all->end - all->first + rows - 1) / rows;
  const int first = all->first + vision_part_start(strips, range, all->ranges) * rows;
  const int limit = all->first + vision_part_start(strips, range + 1, all->ranges) * rows;
  const int end = limit < all->end ? limit : all->end;
  const int firstPanel = vision_part_start(panels, share, all->shares);
  const int endPanel = vision_part_start(panels, share + 1, all->shares);
  for (int row = first; row < end; row += rows) {
    for (int panel = firstPanel; panel < endPanel;) {
      // Two at a time as long as both are full.
      const int panels = panel + 2 <= endPanel && (panel + 2) * QUANTIZED_PANEL <= shape->outputs ? 2 : 1;
      convolve_some(all, panel, panels, row, end - row < rows ? end - row : rows);
      panel += panels;
    }
  }
}

void vision_quantized_depthwise(
  const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, VisionThreadPool *pool
) {
  const int rows = quantized_strip(shape->window, shape->stride).rows, strips = (shape->outputHeight + rows - 1) / rows;
  const int threads = vision_thread_pool_thread_count(pool);
  Parts all = {shape, packed, input, output, 0, shape->outputHeight, 1, 1};
  if (threads > 1) {
    const int panels = quantized_panel_count(shape);
    // Panels are shared where there are many, else strips.
    if (panels >= 4 * threads) all.shares = 2 * threads;
    else all.ranges = strips < 4 * threads ? strips : 4 * threads;
  }
  vision_thread_pool_run(pool, convolve_part, &all, all.ranges * all.shares);
}

void vision_quantized_depthwise_rows(
  const VisionQuantized *shape, const void *packed, const uint8_t *input, uint8_t *output, int firstRow, int endRow
) {
  const Parts all = {shape, packed, input, output, firstRow, endRow, 1, 1};
  convolve_part(&all, 0, 0);
}

#endif
