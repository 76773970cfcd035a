// The dense convolution of a tile of quantized values: a few adjacent pixels by one or two units of channels. Included
// for each row of `ByteVectors.h`.

/// Copies bytes as elements.
INLINE void NAME(copy)(ELEMENT *to, const uint8_t *from, ptrdiff_t count, uint8_t flip) {
#if UNIT == 16
  for (; count > 0; count -= 64, from += 64, to += 64) {
    const __mmask64 lanes = count >= 64 ? ~0ull : (1ull << count) - 1;
    const __m512i bytes = _mm512_maskz_loadu_epi8(lanes, from);
    _mm512_mask_storeu_epi8(to, lanes, _mm512_xor_si512(bytes, _mm512_set1_epi8((char)flip)));
  }
#else
  typedef uint8_t Bytes __attribute__((vector_size(16), aligned(1)));
  typedef ELEMENT Elements __attribute__((vector_size(16 * sizeof(ELEMENT)), aligned(sizeof(ELEMENT))));
  for (ptrdiff_t i = 0; i < count; i += 16) {
    if (count < 16) {
      for (; i < count; i++) to[i] = (ELEMENT)(from[i] ^ flip);
      return;
    }
    // The last sixteen may begin before what is left.
    const ptrdiff_t place = count - i < 16 ? count - 16 : i;
    *(Elements *)(to + place) = __builtin_convertvector(*(const Bytes *)(from + place) ^ flip, Elements);
  }
#endif
}

/// Lays out the window that starts at row `y` and column `x`.
INLINE void NAME(lay_out_window)(
  const VisionQuantized *shape, const uint8_t *input, int y, int x, ELEMENT *window, uint8_t flip
) {
  const ptrdiff_t row = (ptrdiff_t)shape->window * shape->inputs;
  const ptrdiff_t inputRow = (ptrdiff_t)shape->inputWidth * shape->inputs;
  const int start = x < 0 ? -x : 0, rest = shape->inputWidth - x, end = rest < shape->window ? rest : shape->window;
  const uint8_t *from = input + y * inputRow + (ptrdiff_t)(x + start) * shape->inputs;
  const ELEMENT zero = (ELEMENT)(shape->inputZeroPoint ^ SHIFT);
  for (int i = y; i < y + shape->window; i++, window += row, from += inputRow) {
    const bool isInside = i >= 0 && i < shape->inputHeight;
    if (!isInside || start > 0 || end < shape->window) {
      for (ptrdiff_t place = 0; place < row; place++) window[place] = zero;
    }
    if (isInside) {
      NAME(copy)(window + start * shape->inputs, from, (ptrdiff_t)(end - start) * shape->inputs, flip);
    }
  }
}

/// Lays out a window inside the image whose rows have at most `COPIED` values. Each row is written as so many: the row, or the
/// window, after it overwrites what is too much.
INLINE void NAME(lay_out_short)(
  const uint8_t *from, ptrdiff_t inputRow, ELEMENT *window, ptrdiff_t row, int rows, uint8_t flip
) {
  typedef uint8_t Bytes __attribute__((vector_size(COPIED), aligned(1)));
  typedef ELEMENT Elements __attribute__((vector_size(COPIED * sizeof(ELEMENT)), aligned(sizeof(ELEMENT))));
  for (int i = 0; i < rows; i++, from += inputRow, window += row) {
    *(Elements *)window = __builtin_convertvector(*(const Bytes *)from ^ flip, Elements);
  }
}

/// Lays out the windows of adjacent pixels (im2col).
TARGET static void NAME(lay_out)(
  const VisionQuantized *all, const uint8_t *input, int first, int count, void *memory
) {
  // A copy: the bytes that are written may alias what a pointer leads to.
  const VisionQuantized shape = *all;
  ELEMENT *windows = memory;
  const ptrdiff_t size = quantized_window_size(&shape), length = (ptrdiff_t)shape.window * shape.window * shape.inputs;
  const uint8_t flip = sign_flip(shape.isInputSigned) ^ SHIFT;
  if (is_pointwise(&shape) && size == length) {
    NAME(copy)(windows, input + first * size, count * size, flip);
    return;
  }
  int row = first / shape.outputWidth, column = first % shape.outputWidth;
  const ptrdiff_t inputRow = (ptrdiff_t)shape.inputWidth * shape.inputs, windowRow = length / shape.window;
  const ptrdiff_t readable = shape.inputHeight * inputRow - COPIED;
  for (int i = 0; i < count; i++, windows += size) {
    const int y = row * shape.stride - shape.top, x = column * shape.stride - shape.left;
    const ptrdiff_t last = (y + shape.window - 1) * inputRow + (ptrdiff_t)x * shape.inputs;
    const bool isInside = y >= 0 && x >= 0 && x + shape.window <= shape.inputWidth && last <= readable;
    if (windowRow <= COPIED && isInside) {
      const uint8_t *from = input + y * inputRow + (ptrdiff_t)x * shape.inputs;
      NAME(lay_out_short)(from, inputRow, windows, windowRow, shape.window, flip);
    } else {
      NAME(lay_out_window)(&shape, input, y, x, windows, flip);
    }
    for (ptrdiff_t place = length; place < size; place++) windows[place] = 0;
    column++;
    if (column == shape.outputWidth) row++, column = 0;
  }
}

/// The sums of windows times the zero-point correction.
TARGET static void NAME(add_up)(
  const void *memory, ptrdiff_t size, int count, int32_t factor, int32_t *additions
) {
  const ELEMENT *windows = memory;
  const VALUES ones = 1 - (VALUES){0};
  for (int i = 0; i < count; i++, windows += size) {
    SUMS sums = {0};
    ptrdiff_t place = 0;
#if UNIT == 16
    for (; place < size; place += 64) {
      const __mmask64 lanes = size - place >= 64 ? ~0ull : (1ull << (size - place)) - 1;
      sums = (SUMS)ADD_PRODUCTS(sums, _mm512_maskz_loadu_epi8(lanes, windows + place), ones);
    }
#else
    for (; place + QUAD * CHANNELS <= size; place += QUAD * CHANNELS) {
      VALUES values;
      memcpy(&values, windows + place, sizeof values);
      sums = (SUMS)ADD_PRODUCTS(sums, values, ones);
    }
    const VALUES firstOnes = {1, 1, 1, 1};
    for (; place < size; place += QUAD) sums = (SUMS)ADD_PRODUCTS(sums, NAME(spread)(windows + place), firstOnes);
#endif
    additions[i] = factor * __builtin_reduce_add(sums);
  }
}

/// Adjacent tiles of `pixels` x `units`.
INLINE void NAME(tiles)(const Tile *all, int tiles, const int pixels, const int units) {
  // A copy: the bytes that are written may alias what a pointer leads to.
  const Tile copy = *all, *const tile = &copy;
  const ptrdiff_t size = tile->windowSize, outputs = tile->outputs;
  const char *weights[UNITS];
  const float *scales[UNITS];
  SUMS starts[UNITS][VECTORS];
#pragma clang loop unroll(full)
  for (int u = 0; u < units; u++) {
    const unsigned channel = (unsigned)tile->channel + u * UNIT, lane = channel % QUANTIZED_PANEL;
    const char *panel = tile->packed + channel / QUANTIZED_PANEL * tile->panelSize;
    const QuantizedPanelHead *head = (const QuantizedPanelHead *)panel;
    weights[u] = panel + sizeof *head + lane * QUAD;
    scales[u] = head->scales + lane;
    NAME(start)(head, (int)lane, starts[u]);
  }
  const ELEMENT *windows = tile->windows;
  const int32_t *additions = tile->additions;
  uint8_t *output = tile->output;
  // As in `DenseTile.h`: pixel i = odd * 2^k is an addressing mode away, and the empty assembly makes numbers opaque.
  ptrdiff_t odd[(PIXELS + 1) / 2];
  for (int i = 0; i < (PIXELS + 1) / 2; i++) odd[i] = (2 * i + 1) * size * (ptrdiff_t)sizeof(ELEMENT);
  for (; tiles > 0; tiles--, windows += pixels * size, output += pixels * outputs) {
    SUMS sums[PIXELS][UNITS][VECTORS];
#pragma clang loop unroll(full)
    for (int i = 0; i < pixels; i++) {
#pragma clang loop unroll(full)
      for (int u = 0; u < units; u++) {
#pragma clang loop unroll(full)
        for (int v = 0; v < VECTORS; v++) sums[i][u][v] = starts[u][v];
      }
    }
    if (additions != NULL) {
#pragma clang loop unroll(full)
      for (int i = 0; i < pixels; i++) {
        uint32_t numbers[CHANNELS];
        for (int lane = 0; lane < CHANNELS; lane++) numbers[lane] = (uint32_t)additions[i];
        const SUMS addition = NAME(first_parts)(numbers);
#pragma clang loop unroll(full)
        for (int u = 0; u < units; u++) {
#pragma clang loop unroll(full)
          for (int v = 0; v < VECTORS; v++) sums[i][u][v] += addition;
        }
      }
      additions += pixels;
    }
    const char *values = (const char *)windows;
    VISION_ALIGNED_LOOP for (ptrdiff_t place = 0; place < size; place += QUAD, values += QUAD * sizeof(ELEMENT)) {
      if (pixels > 1) __asm__("" : "+r"(values), "+r"(odd[0]), "+r"(odd[1]), "+r"(odd[2]));
#if PIXELS > 6
      if (pixels > 6) __asm__("" : "+r"(odd[PIXELS / 4]), "+r"(odd[PIXELS / 4 + 1]), "+r"(odd[PIXELS / 4 + 2]));
#endif
      VALUES factors[UNITS][VECTORS];
#pragma clang loop unroll(full)
      for (int u = 0; u < units; u++) {
#pragma clang loop unroll(full)
        for (int v = 0; v < VECTORS; v++) {
          factors[u][v] = NAME(weights)(weights[u] + place * QUANTIZED_PANEL + v * CHANNELS * QUAD);
        }
      }
#pragma clang loop unroll(full)
      for (int i = 0; i < pixels; i++) {
        const int power = i == 0 ? 0 : __builtin_ctz((unsigned)i);
        const VALUES value = NAME(spread)(values + (i == 0 ? 0 : odd[(i >> power) / 2] << power));
#pragma clang loop unroll(full)
        for (int u = 0; u < units; u++) {
#pragma clang loop unroll(full)
          for (int v = 0; v < VECTORS; v++) {
            sums[i][u][v] = (SUMS)ADD_PRODUCTS(sums[i][u][v], value, factors[u][v]);
          }
        }
      }
    }
#pragma clang loop unroll(full)
    for (int u = 0; u < units; u++) {
#pragma clang loop unroll(full)
      for (int i = 0; i < pixels; i += 4) {
        const int together = pixels - i < 4 ? pixels - i : 4;
        uint8_t *to[4];
#pragma clang loop unroll(full)
        for (int j = 0; j < together; j++) to[j] = output + (i + j) * outputs + u * UNIT;
        NAME(finish_pixels)(
          sums + i, u, together, (1u << together) - 1, scales[u], &tile->close, to,
          (int)outputs - tile->channel - u * UNIT);
      }
    }
  }
}

#if UNITS == 2
#define CASE(pixels) \
  case pixels: if (units == 2) NAME(tiles)(tile, tiles, pixels, 2); else NAME(tiles)(tile, tiles, pixels, 1); break;
#else
#define CASE(pixels) case pixels: NAME(tiles)(tile, tiles, pixels, 1); break;
#endif

/// Tiles with compile-time pixels and units.
TARGET static void NAME(convolve_tiles)(const Tile *tile, int tiles, int pixels, int units) {
  switch (pixels) {
    CASE(1) CASE(2) CASE(3) CASE(4) CASE(5) CASE(6)
#if PIXELS > 6
    CASE(7) CASE(8) CASE(9) CASE(10) CASE(11) CASE(12)
#endif
  }
}

#undef CASE

/// Pixels in tiles of nearly equal size, for all channels up to `end`.
TARGET static void NAME(convolve)(const Tile *first, int count, int end) {
  const int tiles = (count + PIXELS - 1) / PIXELS, pixels = count / tiles, larger = count % tiles;
  const int done = larger * (pixels + 1);
  for (int channel = first->channel; channel < end; channel += UNITS * UNIT) {
    const int units = UNITS == 2 && end - channel > UNIT ? 2 : 1;
    Tile tile = *first;
    tile.channel = channel;
    tile.output += channel - first->channel;
    if (larger > 0) NAME(convolve_tiles)(&tile, larger, pixels + 1, units);
    tile.windows = (const ELEMENT *)tile.windows + done * tile.windowSize;
    if (tile.additions != NULL) tile.additions += done;
    tile.output += (ptrdiff_t)done * tile.outputs;
    NAME(convolve_tiles)(&tile, tiles - larger, pixels, units);
  }
}

static const Kernels NAME(dense) = {
  NAME(lay_out), NAME(add_up), NAME(convolve), PIXELS, PART / PIXELS, sizeof(ELEMENT), SHIFT,
};
