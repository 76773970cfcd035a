// The depthwise convolution of a strip of quantized values with products of bytes: a few output rows, full width, for
// the channels of one or two units. Included for the rows of `ByteVectors.h` that have such products.
//
// Input columns are interleaved to quads, four rows of each channel, for a block of output columns at a time, whose windows
// all read them.

/// The bytes of a unit's channels, or of those that are present.
INLINE void NAME(channels_at)(const uint8_t *from, int present, uint8_t *to) {
  if (present >= UNIT) memcpy(to, from, UNIT);
  else for (int i = 0; i < UNIT; i++) to[i] = i < present ? from[i] : 0;
}

/// What a strip reads: its input rows from the first channel on, and what stands for all that is outside the image.
typedef struct {
  const uint8_t *rows[MAX_QUADS * QUAD];
  /// The distance of columns: 0 for rows outside, which are `zeros`.
  ptrdiff_t strides[MAX_QUADS * QUAD];
  uint8_t zeros[2 * UNIT];
  VALUES nothing;
  uint8_t flip;
#if UNIT == 16
  /// The orders of 32-bit numbers and of bytes that turn rows into quads.
  __m512i fours, bytes;
#endif
} NAME(Source);

/// Interleaves four rows of a unit's channels to quads: for each channel its elements in the four rows.
INLINE void NAME(interleave)(
  const NAME(Source) *source, const uint8_t *const *rows, ptrdiff_t place, int present, VALUES *to
) {
#if UNIT == 16
  __m512i all = _mm512_setzero_si512();
#pragma clang loop unroll(full)
  for (int i = 0; i < QUAD; i++) {
    const __m128i row = present >= UNIT ? _mm_loadu_si128((const __m128i *)(rows[i] + place))
      : _mm_maskz_loadu_epi8((__mmask16)((1 << present) - 1), rows[i] + place);
    all = i == 0 ? _mm512_castsi128_si512(row) : _mm512_mask_broadcast_i32x4(all, (__mmask16)(0xF << 4 * i), row);
  }
  all = _mm512_shuffle_epi8(_mm512_permutexvar_epi32(source->fours, all), source->bytes);
  *to = (VALUES)_mm512_xor_si512(all, _mm512_set1_epi8((char)source->flip));
#else
  typedef uint8_t Row __attribute__((vector_size(UNIT)));
  typedef uint8_t Pair __attribute__((vector_size(2 * UNIT)));
  typedef uint16_t Words __attribute__((vector_size(2 * UNIT)));
  typedef uint8_t Quads __attribute__((vector_size(4 * UNIT)));
  Row row[QUAD];
  for (int i = 0; i < QUAD; i++) NAME(channels_at)(rows[i] + place, present, (uint8_t *)&row[i]);
  const Pair first = __builtin_shufflevector(row[0], row[1], 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  const Pair last = __builtin_shufflevector(row[2], row[3], 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  const Quads quads = (Quads)__builtin_shufflevector(
    (Words)first, (Words)last, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  const Quads elements = quads ^ source->flip;
  memcpy(to, &elements, sizeof elements);
#endif
}

/// The quads of some columns, for each unit.
typedef VALUES NAME(Columns)[2][MAX_COLUMNS][MAX_QUADS][VECTORS];

/// Interleaves the columns from `first` to `end`.
INLINE void NAME(interleave_columns)(
  const NAME(Source) *source, int width, int first, int end, int present, const int quads, const int units,
  NAME(Columns) *to
) {
  const uint8_t *rows[MAX_QUADS * QUAD];
  for (int i = 0; i < quads * QUAD; i++) rows[i] = source->rows[i] + (first < 0 ? 0 : first) * source->strides[i];
  for (int column = first; column < end; column++) {
    const bool isInside = column >= 0 && column < width;
#pragma clang loop unroll(full)
    for (int quad = 0; quad < quads; quad++) {
#pragma clang loop unroll(full)
      for (int u = 0; u < units; u++) {
        VALUES *slot = (*to)[u][column - first][quad];
        if (isInside) NAME(interleave)(source, rows + quad * QUAD, u * UNIT, present, slot);
        else for (int v = 0; v < VECTORS; v++) slot[v] = source->nothing;
      }
    }
    if (!isInside) continue;
#pragma clang loop unroll(full)
    for (int i = 0; i < quads * QUAD; i++) rows[i] += source->strides[i];
  }
}

/// The output of some columns for one unit, of which `present` channels are there and `count` rows are written.
INLINE void NAME(convolve_columns)(
  const VisionQuantized *shape, const char *packed, int channel, const VALUES (*columns)[MAX_QUADS][VECTORS],
  uint8_t *output, int outputs, int count, int present, const int window, const int stride, const int rows,
  const int quads, const bool hasFactor
) {
  const QuantizedPanelHead *head =
    (const QuantizedPanelHead *)(packed + channel / QUANTIZED_PANEL * quantized_panel_size(shape));
  const int lane = channel % QUANTIZED_PANEL;
  const char *weights = (const char *)(head + 1) + lane * QUAD;
  const Requantization close = requantization(shape);
  const ptrdiff_t channels = shape->inputs, row = shape->outputWidth * channels;
  const int32_t correction = zero_point_correction(shape);
  SUMS starts[VECTORS];
  NAME(start)(head, lane, starts);
  // As many columns as fill the four pixels that are written together. Of a pair, the first one has the even bits.
  const int together = rows == 2 ? 2 : 1;
  const unsigned both = (1u << count * together) - 1, first = both & 0x5;
  for (int x = 0; x < outputs; x += together, columns += together * stride, output += together * channels) {
    SUMS sums[4][UNITS][VECTORS];
#pragma clang loop unroll(full)
    for (int i = 0; i < rows * together; i++) {
#pragma clang loop unroll(full)
      for (int v = 0; v < VECTORS; v++) sums[i][0][v] = starts[v];
    }
#pragma clang loop unroll(full)
    for (int column = 0; column < window + (together - 1) * stride; column++) {
#pragma clang loop unroll(full)
      for (int quad = 0; quad < quads; quad++) {
#pragma clang loop unroll(full)
        for (int i = 0; i < rows * together; i++) {
          const int place = column - i % together * stride, y = i / together;
          if (place < 0 || place >= window || !meets(y, quad, window, stride)) continue;
          const int tap = (y * quads + quad) * window + place;
          const VALUES factor = (VALUES)((FOUR)factors(correction, y, quad, window, stride) + (NAME(Fours)){0});
#pragma clang loop unroll(full)
          for (int v = 0; v < VECTORS; v++) {
            const VALUES value = columns[column][quad][v];
            const VALUES taps = NAME(weights)(weights + (tap * QUANTIZED_PANEL + v * CHANNELS) * QUAD);
            sums[i][0][v] = (SUMS)ADD_PRODUCTS(sums[i][0][v], value, taps);
            if (hasFactor) sums[i][0][v] = (SUMS)ADD_PRODUCTS(sums[i][0][v], value, factor);
          }
        }
      }
    }
    uint8_t *to[4];
#pragma clang loop unroll(full)
    for (int i = 0; i < rows * together; i++) to[i] = output + i / together * row + i % together * channels;
    const unsigned written = x + together <= outputs ? both : first;
    NAME(finish_pixels)(sums, 0, rows * together, written, head->scales + lane, &close, to, present);
  }
}

INLINE void NAME(strip)(
  const Parts *all, int channel, int firstRow, int count, const int window, const int stride, const int rows,
  const int quads, const bool hasFactor, const int units
) {
  // A copy: the bytes that are written may alias what a pointer leads to.
  const VisionQuantized shape = *all->shape;
  const ptrdiff_t channels = shape.inputs, row = shape.inputWidth * channels;
  const int present = units == 2 || channels - channel > UNIT ? UNIT : (int)(channels - channel);
  NAME(Source) source = {
#if UNIT == 16
    .fours = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15),
    .bytes = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)),
#endif
    .nothing = (ELEMENT)(shape.inputZeroPoint ^ SHIFT) + (VALUES){0}, .flip = sign_flip(shape.isInputSigned) ^ SHIFT,
  };
#if UNIT == 16
  // With known values the compiler would turn the two instructions into four.
  __asm__("" : "+v"(source.fours), "+v"(source.bytes));
#endif
  memset(source.zeros, shape.inputZeroPoint ^ sign_flip(shape.isInputSigned), sizeof source.zeros);
  const int inputRow = firstRow * stride - shape.top, needed = (count - 1) * stride + window;
  for (int i = 0; i < quads * QUAD; i++) {
    const bool isInside = i < needed && inputRow + i >= 0 && inputRow + i < shape.inputHeight;
    source.rows[i] = isInside ? all->input + (inputRow + i) * row + channel : source.zeros;
    source.strides[i] = isInside ? channels : 0;
  }
  uint8_t *output = all->output + (ptrdiff_t)firstRow * shape.outputWidth * channels + channel;
  NAME(Columns) columns;
  for (int first = 0; first < shape.outputWidth; first += STRIP_BLOCK, output += STRIP_BLOCK * channels) {
    const int left = shape.outputWidth - first, outputs = left < STRIP_BLOCK ? left : STRIP_BLOCK;
    const int start = first * stride - shape.left, end = start + (outputs - 1) * stride + window;
    NAME(interleave_columns)(&source, shape.inputWidth, start, end, present, quads, units, &columns);
#pragma clang loop unroll(disable)
    for (int u = 0; u < units; u++) {
      NAME(convolve_columns)(
        &shape, all->packed, channel + u * UNIT, columns[u], output + u * UNIT, outputs, count, present, window, stride,
        rows, quads, hasFactor);
    }
  }
}

#define CASE_OF(size, step, rows, quads, hasFactor) \
  if (units == 2) NAME(strip)(all, channel, row, count, size, step, rows, quads, hasFactor, 2); \
  else NAME(strip)(all, channel, row, count, size, step, rows, quads, hasFactor, 1);
#define CASE(size, step, rows, quads) \
  if (shape->window == size && shape->stride == step) { \
    if (zero_point_correction(shape) != 0) { CASE_OF(size, step, rows, quads, true) } \
    else { CASE_OF(size, step, rows, quads, false) } \
  }

/// A strip with a compile-time shape.
TARGET static void NAME(strips)(const Parts *all, int channel, int units, int row, int count) {
  const VisionQuantized *shape = all->shape;
  CASE(3, 1, 2, 1)
  CASE(3, 2, 3, 2)
  CASE(5, 1, 4, 2)
  CASE(5, 2, 2, 2)
}

#undef CASE
#undef CASE_OF

static const Kernels NAME(depthwise) = {.unit = UNIT, .quads = NAME(strips)};
