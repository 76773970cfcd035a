// The dense convolution of a tile, a few pixels side by side by up to two vectors of output channels, with `LANES` channels in
// a vector, compiled for `FEATURES`; included once for each pair. No include guard: every inclusion makes other functions.
//
// The sums of a tile stay in registers. Each number of a pixel is met once for all channels of the tile, each weight once for
// all its pixels.

#define NAME_OF(name, lanes, features) name##_##lanes##_##features
#define NAME_IN(name, lanes, features) NAME_OF(name, lanes, features)
#define NAME(name) NAME_IN(name, LANES, FEATURES)
#define INLINE TARGET static inline __attribute__((always_inline))

typedef float NAME(DenseVector) __attribute__((vector_size(4 * LANES)));
typedef float NAME(DenseLoose) __attribute__((vector_size(4 * LANES), aligned(4)));
typedef _Float16 NAME(DenseHalves) __attribute__((vector_size(2 * LANES), aligned(2)));
typedef int32_t NAME(DenseBits) __attribute__((vector_size(4 * LANES)));
#define VECTOR NAME(DenseVector)
#define LOAD(pointer) (*(const NAME(DenseLoose) *)(pointer))

/// The first numbers at an address, `count` of them, which may be more than a vector has.
INLINE VECTOR NAME(dense_load)(const float *from, int count) {
  if (count >= LANES) return LOAD(from);
  VECTOR value = {0};
  memcpy(&value, from, (size_t)count * sizeof(float));
  return value;
}

INLINE void NAME(dense_store)(VECTOR value, float *to, int count) {
  if (count >= LANES) *(NAME(DenseLoose) *)to = value;
  else memcpy(to, &value, (size_t)count * sizeof(float));
}

INLINE VECTOR NAME(dense_bound)(VECTOR value, float least, float most) {
  const VECTOR zero = {0};
  return __builtin_elementwise_min(__builtin_elementwise_max(value, zero + least), zero + most);
}

/// What follows the bounds of a sum of products.
INLINE VECTOR NAME(dense_close)(const VisionEpilogue *epilogue, VECTOR sum, ptrdiff_t place, int channel, int count) {
  if (epilogue->addend != NULL) {
    sum += NAME(dense_load)(epilogue->addend + place, count);
    sum = NAME(dense_bound)(sum, epilogue->least, epilogue->most);
  }
  if (epilogue->slopes != NULL) {
    const VECTOR sloped = sum * NAME(dense_load)(epilogue->slopes + channel, count);
    const NAME(DenseBits) isBelow = sum < (VECTOR){0};
    sum = (VECTOR)((isBelow & (NAME(DenseBits))sloped) | (~isBelow & (NAME(DenseBits))sum));
  }
  return sum;
}

/// Writes the sums of a tile.
INLINE void NAME(dense_write)(const DenseTile *tile, VECTOR (*sums)[2], const int pixels, const int vectors) {
  const VisionDense *shape = tile->shape;
  const VisionEpilogue *epilogue = tile->epilogue;
  const ptrdiff_t first = tile->pixel * shape->outputs + tile->channel;
  const int present = shape->outputs - tile->channel;
#pragma clang loop unroll(full)
  for (int i = 0; i < pixels; i++) {
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) sums[i][v] = NAME(dense_bound)(sums[i][v], shape->least, shape->most);
  }
  if (epilogue->addend == NULL && epilogue->slopes == NULL && present >= vectors * LANES) {
#pragma clang loop unroll(full)
    for (int i = 0; i < pixels; i++) {
#pragma clang loop unroll(full)
      for (int v = 0; v < vectors; v++) {
        *(NAME(DenseLoose) *)(tile->output + first + (ptrdiff_t)i * shape->outputs + v * LANES) = sums[i][v];
      }
    }
    return;
  }
  // Sums that a loop counts through would wait in memory from the beginning, so these are others.
  VECTOR waiting[MOST_PIXELS][2];
#pragma clang loop unroll(full)
  for (int i = 0; i < pixels; i++) {
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) waiting[i][v] = sums[i][v];
  }
#pragma clang loop unroll(disable)
  for (int i = 0; i < pixels; i++) {
    for (int v = 0; v < vectors; v++) {
      const ptrdiff_t place = first + (ptrdiff_t)i * shape->outputs + v * LANES;
      const int channel = tile->channel + v * LANES, count = present - v * LANES;
      const VECTOR closed = NAME(dense_close)(epilogue, waiting[i][v], place, channel, count);
      NAME(dense_store)(closed, tile->output + place, count);
    }
  }
}

/// Adds the product of the number at an address with a vector.
INLINE VECTOR NAME(dense_add)(VECTOR sum, const char *value, VECTOR weights) {
  // What 0 is taken from stays as it is, so this is the number in all lanes.
  return __builtin_elementwise_fma(*(const float *)value - (VECTOR){0}, weights, sum);
}

INLINE VECTOR NAME(dense_weights)(const char *from, const bool isHalf) {
  if (isHalf) return __builtin_convertvector(*(const NAME(DenseHalves) *)from, VECTOR);
  return LOAD(from);
}

/// A tile of `pixels` and `vectors`, of which the last may have fewer channels.
INLINE void NAME(dense_tile)(const DenseTile *tile, const int pixels, const int vectors, const bool isHalf) {
  const VisionDense *shape = tile->shape;
  const ptrdiff_t size = isHalf ? sizeof(_Float16) : sizeof(float);
  const char *weights[2];
  VECTOR sums[MOST_PIXELS][2];
  for (int v = 0; v < vectors; v++) {
    const int channel = tile->channel + v * LANES, lane = channel % PANEL;
    weights[v] = tile->packed + channel / PANEL * panel_size(shape);
    const VECTOR biases = LOAD(weights[v] + lane * sizeof(float));
#pragma clang loop unroll(full)
    for (int i = 0; i < pixels; i++) sums[i][v] = biases;
    weights[v] += PANEL * sizeof(float) + lane * size;
  }
  // Pixel i = odd * power of two is that power times a multiple of the stride away, which is how addresses are told. Left to
  // itself the compiler would count up a pointer to every pixel, more than there are registers; so it is told, by assembly that
  // does nothing, that these numbers may be others every time.
  ptrdiff_t odd[MOST_PIXELS / 2];
  for (int i = 0; i < MOST_PIXELS / 2; i++) odd[i] = (2 * i + 1) * tile->pixelStride * (ptrdiff_t)sizeof(float);
  const ptrdiff_t count = (ptrdiff_t)shape->window * shape->inputs;
  for (int row = 0; row < shape->window; row++) {
    const char *values = (const char *)(tile->input + row * tile->rowStride), *again = values;
    for (ptrdiff_t place = 0; place < count; place++) {
      __asm__(
        ""
        : "+r"(values), "+r"(again), "+r"(odd[0]), "+r"(odd[1]), "+r"(odd[2]), "+r"(odd[3]), "+r"(odd[4]), "+r"(odd[5]));
      const VECTOR first = NAME(dense_weights)(weights[0], isHalf);
      const VECTOR second = NAME(dense_weights)(weights[vectors - 1], isHalf);
      for (int v = 0; v < vectors; v++) weights[v] += PANEL * size;
#pragma clang loop unroll(full)
      for (int i = 0; i < pixels; i++) {
        const int power = i == 0 ? 0 : __builtin_ctz((unsigned)i);
        const ptrdiff_t offset = i == 0 ? 0 : odd[(i >> power) / 2] << power;
        sums[i][0] = NAME(dense_add)(sums[i][0], values + offset, first);
        if (vectors == 2) sums[i][1] = NAME(dense_add)(sums[i][1], again + offset, second);
      }
      values += sizeof(float), again += sizeof(float);
    }
  }
  NAME(dense_write)(tile, sums, pixels, vectors);
}

#define CASE(pixels, vectors, isHalf) case pixels: NAME(dense_tile)(tile, pixels, vectors, isHalf); break;
#define CASES(vectors, isHalf) CASE(PIXELS, vectors, isHalf) CASE(4, vectors, isHalf) CASE(1, vectors, isHalf)

/// A tile of `PIXELS`, 4 or 1, with the number of pixels and vectors and the size of weights known to the compiler.
TARGET static void NAME(dense)(const DenseTile *tile, int pixels, int vectors) {
  if (tile->shape->isHalf) {
    if (vectors == 2) switch (pixels) { CASES(2, true) }
    else switch (pixels) { CASES(1, true) }
  } else if (vectors == 2) switch (pixels) { CASES(2, false) }
  else switch (pixels) { CASES(1, false) }
}

#undef CASES
#undef CASE
#undef LOAD
#undef VECTOR
#undef INLINE
#undef NAME
#undef NAME_IN
#undef NAME_OF
