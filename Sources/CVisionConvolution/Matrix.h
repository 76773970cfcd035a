// Products of matrices (AMX). A tile register holds up to 16 rows of 64 bytes.
//
// The product of a tile of pixels, 64 bytes of each one's window, and of a tile of a panel's weights, 64 bytes of each channel, is a
// tile of 16 pixels x 16 channels. Packed weights have the layout of the second factor: each row has four bytes of each channel.

#ifndef VISION_MATRIX_H
#define VISION_MATRIX_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

enum {
  /// The rows of a tile register, and the bytes of a row.
  MATRIX_ROWS = 16,
  MATRIX_ROW = 64,
  /// The panels that are multiplied together.
  MATRIX_PANELS = 2,
};

// The tile registers: sums of two panels; pixels and weights; the same of what is left of windows.
#define MATRIX_SUMS 0
#define MATRIX_MORE_SUMS 1
#define MATRIX_PIXELS 2
#define MATRIX_WEIGHTS 3
#define MATRIX_MORE_WEIGHTS 4
#define MATRIX_LAST_PIXELS 5
#define MATRIX_LAST_WEIGHTS 6
#define MATRIX_MORE_LAST_WEIGHTS 7

/// What the instruction LDTILECFG reads: for each register the bytes of a row, and the rows.
typedef struct {
  uint8_t palette, startRow, reserved[14];
  uint16_t rowSizes[16];
  uint8_t rows[16];
} MatrixSizes;

/// Adjacent pixels in tiles of equal size. The last tile may repeat pixels of the one before it.
typedef struct {
  int tiles, pixels;
} MatrixTiles;

static inline MatrixTiles matrix_tiles(int count) {
  const int tiles = (count + MATRIX_ROWS - 1) / MATRIX_ROWS;
  return (MatrixTiles){tiles, (count + tiles - 1) / tiles};
}

/// The first pixel of a tile.
static inline int matrix_start(MatrixTiles split, int tile, int count) {
  const int start = tile * split.pixels, last = count - split.pixels;
  return start < last ? start : last;
}

/// Sets the sizes of the registers, for tiles of `pixels` and for `last` bytes, a multiple of 4, that are left of windows. It
/// takes as long as ten products.
__attribute__((target("amx-tile"), always_inline))
static inline void matrix_begin(int pixels, ptrdiff_t last) {
  MatrixSizes sizes = {.palette = 1};
  for (int i = 0; i < MATRIX_LAST_PIXELS; i++) sizes.rowSizes[i] = MATRIX_ROW, sizes.rows[i] = MATRIX_ROWS;
  sizes.rows[MATRIX_SUMS] = sizes.rows[MATRIX_MORE_SUMS] = sizes.rows[MATRIX_PIXELS] = (uint8_t)pixels;
  if (last > 0) {
    sizes.rowSizes[MATRIX_LAST_PIXELS] = (uint16_t)last;
    sizes.rowSizes[MATRIX_LAST_WEIGHTS] = sizes.rowSizes[MATRIX_MORE_LAST_WEIGHTS] = MATRIX_ROW;
    sizes.rows[MATRIX_LAST_PIXELS] = (uint8_t)pixels;
    sizes.rows[MATRIX_LAST_WEIGHTS] = sizes.rows[MATRIX_MORE_LAST_WEIGHTS] = (uint8_t)(last / 4);
  }
  _tile_loadconfig(&sizes);
}

/// Frees the registers: threads that are switched have no more to be saved.
__attribute__((target("amx-tile")))
static inline void matrix_end(void) { _tile_release(); }

// The products of a tile of pixels and one of each panel's weights, added to the sums. Registers have to be constants, so they are
// named, and so is the instruction, `multiply`.
#define MATRIX_STEP(multiply, pixels, values, stride, panel, morePanel, place, panels) \
  _tile_loadd(pixels, values, stride); \
  _tile_loadd(panel, weights[0] + (place), MATRIX_ROW); \
  multiply(MATRIX_SUMS, pixels, panel); \
  if ((panels) == 2) { \
    _tile_loadd(morePanel, weights[1] + (place), MATRIX_ROW); \
    multiply(MATRIX_MORE_SUMS, pixels, morePanel); \
  }

// The same for 64 bytes of each window, and for what is left of them.
#define MATRIX_WHOLE(multiply, values, stride, place, panels) \
  MATRIX_STEP(multiply, MATRIX_PIXELS, values, stride, MATRIX_WEIGHTS, MATRIX_MORE_WEIGHTS, place, panels)
#define MATRIX_LAST(multiply, values, stride, place, panels) \
  MATRIX_STEP(multiply, MATRIX_LAST_PIXELS, values, stride, MATRIX_LAST_WEIGHTS, MATRIX_MORE_LAST_WEIGHTS, place, panels)

#endif
