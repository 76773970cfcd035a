// The dense convolution of bfloat16 numbers by products of matrices. Values and weights come in pairs, as in DenseReduced.h.

#include "Matrix.h"

enum {
  /// Pixels that are written together.
  MATRIX_WRITTEN = 4,
};

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,fma,f16c,amx-tile,amx-bf16")))

/// The bytes of a window's row.
static inline ptrdiff_t row_size(const VisionDense *shape) { return row_pairs(shape) * (ptrdiff_t)sizeof(float); }

/// Sets the sizes of the tile registers for rows of `count` pixels.
TARGET static void matrix_begin_row(const VisionDense *shape, int count) {
  matrix_begin(matrix_tiles(count).pixels, row_size(shape) % MATRIX_ROW);
}

/// Multiplies a tile's windows by the weights of `panels` panels. The products stay in the registers of sums.
TARGET VISION_INLINE void matrix_multiply(
  const DenseTile *tile, int pixel, const char *const *weights, const int panels
) {
  const VisionDense *shape = tile->shape;
  const ptrdiff_t size = row_size(shape), whole = size / MATRIX_ROW * MATRIX_ROW;
  const ptrdiff_t stride = tile->pixelStride * (ptrdiff_t)sizeof(float);
  _tile_zero(MATRIX_SUMS);
  if (panels == 2) _tile_zero(MATRIX_MORE_SUMS);
  for (int row = 0; row < shape->window; row++) {
    const char *values = (const char *)(tile->input + pixel * tile->pixelStride + row * tile->rowStride);
    const ptrdiff_t first = row * size * PANEL;
    for (ptrdiff_t place = 0; place < whole; place += MATRIX_ROW) {
      MATRIX_WHOLE(_tile_dpbf16ps, values + place, stride, first + place * PANEL, panels)
    }
    if (whole == size) continue;
    MATRIX_LAST(_tile_dpbf16ps, values + whole, stride, first + whole * PANEL, panels)
  }
}

/// Writes the sums of `pixels` pixels, from row `row` of the panels' sums on.
TARGET VISION_INLINE void matrix_write(
  const DenseTile *tile, ptrdiff_t pixel, const DenseVector_16_avx512 (*products)[MATRIX_ROWS], int row,
  const int pixels, const int panels
) {
  DenseVector_16_avx512 sums[MAX_PIXELS][MAX_VECTORS];
#pragma clang loop unroll(full)
  for (int v = 0; v < panels; v++) {
    const DenseVector_16_avx512 start = *(const DenseLoose_16_avx512 *)(tile->starts + v * tile->startStride);
#pragma clang loop unroll(full)
    for (int i = 0; i < pixels; i++) sums[i][v] = products[v][row + i] + start;
  }
  dense_write_16_avx512(tile, pixel, sums, pixels, panels);
}

/// A row of adjacent pixels for the channels of `panels` panels.
TARGET VISION_INLINE void matrix_panels(const DenseTile *tile, int count, const int panels) {
  const MatrixTiles split = matrix_tiles(count);
  const char *weights[MATRIX_PANELS];
  for (int v = 0; v < panels; v++) weights[v] = (const char *)(tile->weights + v * tile->panelStride);
  // While a tile is multiplied, the one before it is written: its sums are in memory by then.
  DenseVector_16_avx512 both[2][MATRIX_PANELS][MATRIX_ROWS];
  for (int i = 0; i <= split.tiles; i++) {
    if (i < split.tiles) {
      matrix_multiply(tile, matrix_start(split, i, count), weights, panels);
      _tile_stored(MATRIX_SUMS, both[i % 2][0], MATRIX_ROW);
      if (panels == 2) _tile_stored(MATRIX_MORE_SUMS, both[i % 2][1], MATRIX_ROW);
    }
    if (i == 0) continue;
    // Pixels that a tile repeats may have been written where the residual was.
    const DenseVector_16_avx512 (*products)[MATRIX_ROWS] = both[(i - 1) % 2];
    const int start = matrix_start(split, i - 1, count), next = (i - 1) * split.pixels;
    const ptrdiff_t first = tile->pixel + start;
    int row = next - start;
    for (; row + MATRIX_WRITTEN <= split.pixels; row += MATRIX_WRITTEN) {
      matrix_write(tile, first + row, products, row, MATRIX_WRITTEN, panels);
    }
    for (; row < split.pixels; row++) matrix_write(tile, first + row, products, row, 1, panels);
  }
}

/// Adjacent pixels, as those of one tile or several.
TARGET static void dense_matrix(const DenseTile *tile, int tiles, int pixels, int vectors) {
  if (vectors == 2) matrix_panels(tile, tiles * pixels, 2);
  else matrix_panels(tile, tiles * pixels, 1);
}

#undef TARGET
