// The depthwise convolution of a strip of quantized values with products of bytes: a few output rows, full width, for
// the channels of one or two units. Included for the rows of `ByteVectors.h` that have such products.
//
// From left to right each input column is interleaved to quads, four rows of each channel, in a ring of the latest
// eight, from which all windows read.

/// The bytes of a unit's channels, or of those that are present.
INLINE void NAME(channels_at)(const uint8_t *from, int present, uint8_t *to) {
  if (present >= UNIT) memcpy(to, from, UNIT);
  else for (int i = 0; i < UNIT; i++) to[i] = i < present ? from[i] : 0;
}

/// Interleaves four rows of a unit's channels to quads: for each channel its elements in the four rows.
INLINE void NAME(interleave)(const uint8_t *const *rows, ptrdiff_t place, int present, uint8_t flip, VALUES *to) {
#if UNIT == 16
  __m512i fours = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  __m512i bytes = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
  // With known values the compiler would turn the two instructions into four.
  __asm__("" : "+v"(fours), "+v"(bytes));
  __m512i all = _mm512_setzero_si512();
#pragma clang loop unroll(full)
  for (int i = 0; i < QUAD; i++) {
    const __m128i row = present >= UNIT ? _mm_loadu_si128((const __m128i *)(rows[i] + place))
      : _mm_maskz_loadu_epi8((__mmask16)((1 << present) - 1), rows[i] + place);
    all = i == 0 ? _mm512_castsi128_si512(row) : _mm512_mask_broadcast_i32x4(all, (__mmask16)(0xF << 4 * i), row);
  }
  all = _mm512_shuffle_epi8(_mm512_permutexvar_epi32(fours, all), bytes);
  *to = (VALUES)_mm512_xor_si512(all, _mm512_set1_epi8((char)flip));
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
  const Quads elements = quads ^ flip;
  memcpy(to, &elements, sizeof elements);
#endif
}

INLINE void NAME(strip)(
  const Parts *all, int channel, int firstRow, int count, const int window, const int stride, const int rows,
  const int quads, const bool hasFactor, const int units
) {
  // A copy: the bytes that are written may alias what a pointer leads to.
  const VisionQuantized shape = *all->shape;
  const ptrdiff_t panelSize = quantized_panel_size(&shape);
  const ptrdiff_t channels = shape.inputs, row = shape.inputWidth * channels;
  const uint8_t flip = sign_flip(shape.isInputSigned) ^ SHIFT;
  const int present = units == 2 || channels - channel > UNIT ? UNIT : (int)(channels - channel);
  uint8_t zeros[2 * UNIT];
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
  const char *weights[2];
  const float *scales[2];
  SUMS starts[2][VECTORS];
  for (int u = 0; u < units; u++) {
    const int lane = (channel + u * UNIT) % QUANTIZED_PANEL;
    const char *panel = all->packed + (channel + u * UNIT) / QUANTIZED_PANEL * panelSize;
    const QuantizedPanelHead *head = (const QuantizedPanelHead *)panel;
    weights[u] = panel + sizeof *head + lane * QUAD;
    scales[u] = head->scales + lane;
    NAME(start)(head, lane, starts[u]);
  }
  VALUES ring[RING][MAX_QUADS][2][VECTORS];
  const VALUES nothing = (ELEMENT)(shape.inputZeroPoint ^ SHIFT) + (VALUES){0};
  VALUES *const slots = (VALUES *)ring;
  for (size_t i = 0; i < sizeof ring / sizeof *slots; i++) slots[i] = nothing;
  uint8_t *target = all->output + (ptrdiff_t)firstRow * shape.outputWidth * channels + channel;
  const ptrdiff_t targetRow = shape.outputWidth * channels;
  int loaded = 0;
  for (int first = -shape.left; first < shape.outputWidth * stride - shape.left; first += stride, target += channels) {
    for (; loaded < first + window; loaded++) {
      VALUES (*slot)[2][VECTORS] = ring[(unsigned)loaded % RING];
#pragma clang loop unroll(full)
      for (int quad = 0; quad < quads; quad++) {
#pragma clang loop unroll(full)
        for (int u = 0; u < units; u++) {
          if (loaded < shape.inputWidth) {
            NAME(interleave)(sources + quad * QUAD, u * UNIT, present, flip, slot[quad][u]);
          } else for (int v = 0; v < VECTORS; v++) slot[quad][u][v] = nothing;
        }
      }
#pragma clang loop unroll(full)
      for (int i = 0; i < quads * QUAD; i++) sources[i] += strides[i];
    }
    SUMS sums[MAX_QUAD_ROWS][2][VECTORS];
#pragma clang loop unroll(full)
    for (int i = 0; i < rows; i++) {
#pragma clang loop unroll(full)
      for (int u = 0; u < units; u++) {
#pragma clang loop unroll(full)
        for (int v = 0; v < VECTORS; v++) sums[i][u][v] = starts[u][v];
      }
    }
#pragma clang loop unroll(full)
    for (int column = 0; column < window; column++) {
      VALUES (*values)[2][VECTORS] = ring[(unsigned)(first + column) % RING];
#pragma clang loop unroll(full)
      for (int quad = 0; quad < quads; quad++) {
#pragma clang loop unroll(full)
        for (int i = 0; i < rows; i++) {
          if (!meets(i, quad, window, stride)) continue;
          const int tap = (i * quads + quad) * window + column;
          const VALUES factor = (VALUES)((FOUR)factors(zero_point_correction(&shape), i, quad, window, stride)
            + (NAME(Fours)){0});
#pragma clang loop unroll(full)
          for (int u = 0; u < units; u++) {
#pragma clang loop unroll(full)
            for (int v = 0; v < VECTORS; v++) {
              const VALUES value = values[quad][u][v];
              const VALUES taps = NAME(weights)(weights[u] + (tap * QUANTIZED_PANEL + v * CHANNELS) * QUAD);
              sums[i][u][v] = (SUMS)ADD_PRODUCTS(sums[i][u][v], value, taps);
              if (hasFactor) sums[i][u][v] = (SUMS)ADD_PRODUCTS(sums[i][u][v], value, factor);
            }
          }
        }
      }
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < rows; i++) {
#pragma clang loop unroll(full)
      for (int u = 0; u < units; u++) {
        if (i >= count) continue;
        NAME(finish)(sums[i][u], scales[u], &close, target + i * targetRow + u * UNIT, present);
      }
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
