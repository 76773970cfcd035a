// The dense convolution of quantized values by products of matrices (AMX). Sums of integers do not depend on the order, so they are
// those of the other kernels.
//
// A tile register holds up to 16 rows of 64 bytes. The product of a tile of pixels, 64 bytes of each one's window, and of a tile of a
// panel's weights, 64 bytes of each channel, is a tile of 16 pixels x 16 channels. Packed weights have the layout of the second
// factor: each row has four bytes of each channel.

enum {
  /// The rows of a tile register, and the bytes of a row.
  MATRIX_ROWS = 16,
  MATRIX_ROW = 64,
  /// The panels that are multiplied together.
  UNITS = 2,
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

#define TARGET \
  __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,amx-tile,amx-int8"), no_sanitize("thread")))

// The products of a tile of pixels and one of each panel's weights, added to the sums. The registers have to be constants.
#define MATRIX_STEP(pixels, panel, morePanel, place) \
  _tile_loadd(pixels, windows + (place), size); \
  _tile_loadd(panel, weights[0] + (place) * QUANTIZED_PANEL, stride); \
  _tile_dpbusd(MATRIX_SUMS, pixels, panel); \
  if (units == 2) { \
    _tile_loadd(morePanel, weights[1] + (place) * QUANTIZED_PANEL, stride); \
    _tile_dpbusd(MATRIX_MORE_SUMS, pixels, morePanel); \
  }

/// The sums of a tile's products, which become the products of `units` panels and all elements of the windows.
TARGET static inline __attribute__((always_inline)) void matrix_multiply(
  const uint8_t *windows, ptrdiff_t size, const char *const *weights, const int units
) {
  const ptrdiff_t whole = size / MATRIX_ROW * MATRIX_ROW, stride = QUANTIZED_PANEL * QUAD;
  _tile_zero(MATRIX_SUMS);
  if (units == 2) _tile_zero(MATRIX_MORE_SUMS);
  for (ptrdiff_t place = 0; place < whole; place += MATRIX_ROW) {
    MATRIX_STEP(MATRIX_PIXELS, MATRIX_WEIGHTS, MATRIX_MORE_WEIGHTS, place)
  }
  if (whole == size) return;
  MATRIX_STEP(MATRIX_LAST_PIXELS, MATRIX_LAST_WEIGHTS, MATRIX_MORE_LAST_WEIGHTS, whole)
}

#undef MATRIX_STEP

/// The bytes of a panel's sums, four pixels at a time.
TARGET static inline __attribute__((always_inline)) void matrix_finish(
  const Sums_avx512vnni *sums, int pixels, Sums_avx512vnni start, const int32_t *additions, const float *scales,
  const Requantization *close, uint8_t *output, ptrdiff_t outputs, int present
) {
  for (int pixel = 0; pixel < pixels; pixel += 4, output += 4 * outputs) {
    Sums_avx512vnni four[4][UNITS][1];
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
  const char *weights[UNITS];
  const float *scales[UNITS];
  Sums_avx512vnni starts[UNITS];
  for (int u = 0; u < units; u++) {
    const char *panel = tile->packed + (channel / QUANTIZED_PANEL + u) * tile->panelSize;
    const QuantizedPanelHead *head = (const QuantizedPanelHead *)panel;
    weights[u] = panel + sizeof *head;
    scales[u] = head->scales;
    start_avx512vnni(head, 0, &starts[u]);
  }
  // While a tile is multiplied, the one before it is finished: its sums are in memory by then.
  Sums_avx512vnni both[2][UNITS][MATRIX_ROWS];
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
