// The dense convolution of quantized values by products of matrices. Sums of integers do not depend on the order, so they are those of
// the other kernels.

#include "Matrix.h"

#define TARGET \
  __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,amx-tile,amx-int8"), no_sanitize("thread")))

/// Multiplies a tile's windows by the weights of `units` panels. The products stay in the registers of sums.
TARGET static inline __attribute__((always_inline)) void matrix_multiply(
  const uint8_t *windows, ptrdiff_t size, const char *const *weights, const int units
) {
  const ptrdiff_t whole = size / MATRIX_ROW * MATRIX_ROW;
  _tile_zero(MATRIX_SUMS);
  if (units == 2) _tile_zero(MATRIX_MORE_SUMS);
  for (ptrdiff_t place = 0; place < whole; place += MATRIX_ROW) {
    MATRIX_WHOLE(_tile_dpbusd, windows + place, size, place * QUANTIZED_PANEL, units)
  }
  if (whole == size) return;
  MATRIX_LAST(_tile_dpbusd, windows + whole, size, whole * QUANTIZED_PANEL, units)
}

/// The bytes of a panel's sums, four pixels at a time.
TARGET static inline __attribute__((always_inline)) void matrix_finish(
  const Sums_avx512vnni *sums, int pixels, Sums_avx512vnni start, const int32_t *additions, const float *scales,
  const Requantization *close, uint8_t *output, ptrdiff_t outputs, int present
) {
  for (int pixel = 0; pixel < pixels; pixel += 4, output += 4 * outputs) {
    Sums_avx512vnni four[4][MATRIX_PANELS][1];
#pragma clang loop unroll(full)
    for (int i = 0; i < 4; i++) {
      // Pixels that are missing repeat the last.
      const int row = pixel + i < pixels ? pixel + i : pixels - 1;
      four[i][0][0] = sums[row] + start;
      if (additions != NULL) four[i][0][0] += additions[row];
    }
    uint8_t *to[] = {output, output + outputs, output + 2 * outputs, output + 3 * outputs};
    if (pixel + 4 <= pixels) finish_pixels_avx512vnni(four, 0, 4, 0xF, scales, close, to, present);
    else finish_pixels_avx512vnni(four, 0, 4, (1u << (pixels - pixel)) - 1, scales, close, to, present);
  }
}

/// Pixels for the channels of `units` panels, from `channel` on.
TARGET static inline __attribute__((always_inline)) void matrix_panels(
  const Tile *tile, int channel, int count, const int units
) {
  const ptrdiff_t size = tile->windowSize, outputs = tile->outputs;
  const MatrixTiles split = matrix_tiles(count);
  const Requantization close = tile->close;
  const char *weights[MATRIX_PANELS];
  const float *scales[MATRIX_PANELS];
  Sums_avx512vnni starts[MATRIX_PANELS];
  for (int u = 0; u < units; u++) {
    const char *panel = tile->packed + (channel / QUANTIZED_PANEL + u) * tile->panelSize;
    const QuantizedPanelHead *head = (const QuantizedPanelHead *)panel;
    weights[u] = panel + sizeof *head;
    scales[u] = head->scales;
    start_avx512vnni(head, 0, &starts[u]);
  }
  // While a tile is multiplied, the one before it is finished: its sums are in memory by then.
  Sums_avx512vnni both[2][MATRIX_PANELS][MATRIX_ROWS];
  for (int i = 0; i <= split.tiles; i++) {
    if (i < split.tiles) {
      matrix_multiply((const uint8_t *)tile->windows + matrix_start(split, i, count) * size, size, weights, units);
      _tile_stored(MATRIX_SUMS, both[i % 2][0], MATRIX_ROW);
      if (units == 2) _tile_stored(MATRIX_MORE_SUMS, both[i % 2][1], MATRIX_ROW);
    }
    if (i == 0) continue;
    const int pixel = matrix_start(split, i - 1, count);
    const int32_t *additions = tile->additions != NULL ? tile->additions + pixel : NULL;
#pragma clang loop unroll(full)
    for (int u = 0; u < units; u++) {
      const int first = channel + u * QUANTIZED_PANEL;
      uint8_t *output = tile->output + pixel * outputs + first - tile->channel;
      const Sums_avx512vnni *sums = both[(i - 1) % 2][u];
      if (additions == NULL && split.pixels == MATRIX_ROWS && outputs - first >= QUANTIZED_PANEL) {
        matrix_finish(sums, MATRIX_ROWS, starts[u], NULL, scales[u], &close, output, outputs, QUANTIZED_PANEL);
      } else {
        matrix_finish(sums, split.pixels, starts[u], additions, scales[u], &close, output, outputs, (int)outputs - first);
      }
    }
  }
}

TARGET static void convolve_amx(const Tile *tile, int count, int end) {
  matrix_begin(matrix_tiles(count).pixels, tile->windowSize % MATRIX_ROW);
  int channel = tile->channel;
  for (; end - channel > QUANTIZED_PANEL; channel += 2 * QUANTIZED_PANEL) matrix_panels(tile, channel, count, 2);
  if (channel < end) matrix_panels(tile, channel, count, 1);
  matrix_end();
}

static const Kernels dense_amx = {
  lay_out_avx512vnni, add_up_avx512vnni, convolve_amx, MATRIX_ROWS, MAX_ELEMENT * PART / MATRIX_ROWS, sizeof(uint8_t), 0,
};

#undef TARGET
