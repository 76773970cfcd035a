// The dense convolution of a tile whose products are of 16-bit numbers, compiled for `FEATURES`. Each lane multiplies two
// numbers at a time: those of an input channel and of the next one. Values and weights come in pairs, which are as long as
// a float, so tiles are those of DenseTile.h, whose names end in `BASE`.
//
// `Partial` is a vector of sums of some products, `MULTIPLY` adds the products of two vectors of pairs to it, and `FINISH`
// adds it, times the channels' scales, to sums. `STEPS` is the maximum number of pairs of a partial sum.

#include "Inline.h"

#define NAME_OF(name, features) name##_##features
#define NAME_IN(name, features) NAME_OF(name, features)
#define NAME(name) NAME_IN(name, FEATURES)
#define BASED(name) NAME_IN(name, BASE)
#define INLINE TARGET VISION_INLINE
#define VECTOR BASED(DenseVector)
#define BITS BASED(DenseBits)

/// Sums of products of pairs, from `offset` to `end` in the weights.
INLINE void NAME(dense_multiply)(
  const char *const *weights, ptrdiff_t offset, ptrdiff_t end, const char *values, ptrdiff_t *odd,
  const char *next, Partial (*partial)[MAX_VECTORS], const int pixels, const int vectors
) {
#pragma clang loop unroll(full)
  for (int i = 0; i < pixels; i++) {
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) partial[i][v] = (Partial){0};
  }
  for (; offset < end; values += sizeof(float), offset += PANEL * (ptrdiff_t)sizeof(float)) {
    if (pixels > 1) __asm__("" : "+r"(values), "+r"(odd[0]), "+r"(odd[1]), "+r"(odd[2]), "+r"(odd[3]));
    if (pixels > 8) __asm__("" : "+r"(odd[4]), "+r"(odd[5]), "+r"(odd[6]), "+r"(odd[7]));
    if (vectors > 1) __builtin_prefetch(next + offset, 0, SECOND_LEVEL);
    BITS numbers[MAX_VECTORS];
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) memcpy(&numbers[v], weights[v] + offset, sizeof numbers[v]);
#pragma clang loop unroll(full)
    for (int i = 0; i < pixels; i++) {
      const int power = i == 0 ? 0 : __builtin_ctz((unsigned)i);
      const char *from = values + (i == 0 ? 0 : odd[(i >> power) / 2] << power);
      const BITS value = *(const int32_t *)from - (BITS){0};
#pragma clang loop unroll(full)
      for (int v = 0; v < vectors; v++) partial[i][v] = MULTIPLY(numbers[v], value, partial[i][v]);
    }
  }
}

/// Adjacent tiles of `pixels` x `vectors`, of which the last vector may have fewer channels.
INLINE void NAME(dense_tiles)(const DenseTile *tile, int tiles, const int pixels, const int vectors) {
  const VisionDense *shape = tile->shape;
  const char *weights[MAX_VECTORS];
  const float *starts[MAX_VECTORS], *scales[MAX_VECTORS];
  VECTOR sums[MAX_PIXELS][MAX_VECTORS];
#pragma clang loop unroll(full)
  for (int v = 0; v < vectors; v++) {
    const int lane = v * LANES;
    weights[v] = (const char *)(tile->weights + lane / PANEL * tile->panelStride + lane % PANEL);
    starts[v] = tile->starts + lane / PANEL * tile->startStride + lane % PANEL;
    scales[v] = (const float *)(tile->panel + lane / PANEL * panel_size(shape)) + PANEL + lane % PANEL;
  }
  ptrdiff_t odd[MAX_PIXELS / 2];
  for (int i = 0; i < MAX_PIXELS / 2; i++) odd[i] = (2 * i + 1) * tile->pixelStride * (ptrdiff_t)sizeof(float);
  const ptrdiff_t pairs = row_pairs(shape), blocks = block_count(pairs, STEPS);
  for (int done = 0; done < tiles * pixels; done += pixels) {
    ptrdiff_t offset = 0;
    const char *next = next_weights(tile, done / pixels, weights[0]);
    for (int row = 0; row < shape->window; row++) {
      const char *values = (const char *)(tile->input + done * tile->pixelStride + row * tile->rowStride);
      for (ptrdiff_t block = 0; block < blocks; block++) {
        const ptrdiff_t first = block_start(pairs, block, blocks), end = block_start(pairs, block + 1, blocks);
        const ptrdiff_t size = (end - first) * PANEL * (ptrdiff_t)sizeof(float);
        Partial partial[MAX_PIXELS][MAX_VECTORS];
        NAME(dense_multiply)(
          weights, offset, offset + size, values + first * (ptrdiff_t)sizeof(float), odd, next, partial, pixels, vectors);
#pragma clang loop unroll(full)
        for (int v = 0; v < vectors; v++) {
          const VECTOR scale = *(const BASED(DenseLoose) *)scales[v];
          const VECTOR start = *(const BASED(DenseLoose) *)starts[v];
#pragma clang loop unroll(full)
          for (int i = 0; i < pixels; i++) sums[i][v] = FINISH(partial[i][v], scale, offset == 0 ? start : sums[i][v]);
        }
        offset += size;
      }
    }
    BASED(dense_write)(tile, tile->pixel + done, sums, pixels, vectors);
  }
}

/// Tiles whose pixels and vectors are compile-time constants, as many as there are registers for the sums.
TARGET static void NAME(dense)(const DenseTile *tile, int tiles, int pixels, int vectors) {
  switch (vectors) {
  case 1: switch (pixels) { CASES_TO_16(1) } break;
  case 2: switch (pixels) { CASES_TO_12(2) } break;
  case 3: switch (pixels) { CASES_TO_8(3) } break;
  case 4: switch (pixels) { CASES_TO_6(4) } break;
  }
}

#undef BITS
#undef VECTOR
#undef INLINE
#undef BASED
#undef NAME
#undef NAME_IN
#undef NAME_OF
#undef FINISH
#undef MULTIPLY
#undef STEPS
#undef Partial
#undef BASE
#undef LANES
#undef TARGET
#undef FEATURES
