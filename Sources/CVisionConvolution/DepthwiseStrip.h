// The kernel for `LANES` channels side by side, compiled for `FEATURES`; included once for each pair. No include guard:
// every inclusion makes other functions.
//
// A strip is a few output rows, whole width, of `LANES` channels. From left to right each input column of the strip is
// loaded once into a ring of the latest eight, where all windows find it: rows of a tensor are often a multiple of 4096
// bytes apart and would push one another out of the first-level cache. The windows of a column are computed together,
// so that a loaded number serves as many of them as it can, and weights stay in registers.

#define NAME_OF(name, lanes, features) name##_##lanes##_##features
#define NAME_IN(name, lanes, features) NAME_OF(name, lanes, features)
#define NAME(name) NAME_IN(name, LANES, FEATURES)
#define INLINE TARGET static inline __attribute__((always_inline))

typedef float NAME(Vector) __attribute__((vector_size(4 * LANES)));
typedef float NAME(Loose) __attribute__((vector_size(4 * LANES), aligned(4)));
#define VECTOR NAME(Vector)
#define LOAD(pointer) (*(const NAME(Loose) *)(pointer))

/// Adds the products of some of a window's columns to the sums of `count` windows, one below the other.
INLINE void NAME(add)(
  const VECTOR *const *columns, int first, int end, const float *taps, VECTOR *sums, const int count, const int window,
  const int stride
) {
  for (int column = first; column < end; column++) {
    VECTOR weights[MOST_WINDOW];
    for (int row = 0; row < window; row++) weights[row] = LOAD(taps + BLOCK * (column * window + row));
    const VECTOR *values = columns[column];
#pragma clang loop unroll(full)
    for (int row = 0; row < (count - 1) * stride + window; row++) {
      const VECTOR value = values[row];
#pragma clang loop unroll(full)
      for (int i = 0; i < count; i++) {
        const int tap = row - i * stride;
        if (tap >= 0 && tap < window) sums[i] = __builtin_elementwise_fma(value, weights[tap], sums[i]);
      }
    }
  }
}

INLINE void NAME(strip)(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, int firstRow, const int count,
  const int window, const int stride
) {
  const int rows = (count - 1) * stride + window;
  const int inputRow = firstRow * stride - shape->top;
  const int startRow = inputRow < 0 ? -inputRow : 0;
  const int endRow = shape->inputHeight - inputRow < rows ? shape->inputHeight - inputRow : rows;
  const ptrdiff_t rowStride = (ptrdiff_t)shape->inputWidth * shape->channels;
  const float *source = input + inputRow * rowStride;
  float *target = output + (ptrdiff_t)firstRow * shape->outputWidth * shape->channels;

  const VECTOR zero = {0};
  VECTOR ring[RING][MOST_ROWS];
  for (int slot = 0; slot < RING; slot++) {
    for (int row = 0; row < startRow; row++) ring[slot][row] = zero;
    for (int row = endRow; row < rows; row++) ring[slot][row] = zero;
  }
  const VECTOR biases = LOAD(packed), least = zero + shape->least, most = zero + shape->most;
  int loaded = 0;
  for (int x = 0; x < shape->outputWidth; x++) {
    const int start = x * stride - shape->left;
    const int end = start + window < shape->inputWidth ? start + window : shape->inputWidth;
    for (loaded = loaded < start ? start : loaded; loaded < end; loaded++) {
      VECTOR *values = ring[loaded % RING];
      const float *from = source + (ptrdiff_t)loaded * shape->channels;
      if (endRow - startRow == rows) {
#pragma clang loop unroll(full)
        for (int row = 0; row < rows; row++) values[row] = LOAD(from + row * rowStride);
      } else {
        for (int row = startRow; row < endRow; row++) values[row] = LOAD(from + row * rowStride);
      }
    }
    VECTOR sums[MOST_COUNT];
    for (int i = 0; i < count; i++) sums[i] = biases;
    const VECTOR *columns[MOST_WINDOW];
    for (int column = 0; column < window; column++) columns[column] = ring[(start + column + RING) % RING];
    if (start >= 0 && start + window <= shape->inputWidth) {
      NAME(add)(columns, 0, window, packed + BLOCK, sums, count, window, stride);
    } else {
      NAME(add)(columns, start < 0 ? -start : 0, end - start, packed + BLOCK, sums, count, window, stride);
    }
    for (int i = 0; i < count; i++) {
      const VECTOR bounded = __builtin_elementwise_min(__builtin_elementwise_max(sums[i], least), most);
      *(NAME(Loose) *)(target + ((ptrdiff_t)i * shape->outputWidth + x) * shape->channels) = bounded;
    }
  }
}

#define CASE(count, window, stride) \
  case count: NAME(strip)(shape, packed, input, output, firstRow, count, window, stride); break;
#define CASES_TO_4(window, stride) \
  CASE(1, window, stride) CASE(2, window, stride) CASE(3, window, stride) CASE(4, window, stride)
#define CASES_TO_6(window, stride) CASES_TO_4(window, stride) CASE(5, window, stride) CASE(6, window, stride)
#define CASES_TO_8(window, stride) CASES_TO_6(window, stride) CASE(7, window, stride) CASE(8, window, stride)

/// A strip of `count` rows, with the extents known to the compiler.
TARGET static void NAME(dispatch)(
  const VisionDepthwise *shape, const float *packed, const float *input, float *output, int firstRow, int count
) {
  if (shape->window == 5 && shape->stride == 1) switch (count) { CASES_TO_8(5, 1) }
  if (shape->window == 5 && shape->stride == 2) switch (count) { CASES_TO_6(5, 2) }
  if (shape->window == 3 && shape->stride == 1) switch (count) { CASES_TO_8(3, 1) }
  if (shape->window == 3 && shape->stride == 2) switch (count) { CASES_TO_4(3, 2) }
}

#undef CASES_TO_8
#undef CASES_TO_6
#undef CASES_TO_4
#undef CASE
#undef LOAD
#undef VECTOR
#undef INLINE
#undef NAME
#undef NAME_IN
#undef NAME_OF
