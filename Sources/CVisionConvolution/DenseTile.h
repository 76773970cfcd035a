// The dense convolution of a tile: a few adjacent pixels by a few vectors of output channels. Compiled for `FEATURES`
// with `LANES` channels in a vector and `REGISTERS` vector registers. Included once for each pair, so there is no
// include guard.
//
// The sums of a tile stay in registers. Each input value is loaded once for all channels of the tile, each weight once
// for all its pixels. The squarer a tile, the fewer loads for each product; processors load no faster than they
// multiply.

#include "Inline.h"

#define NAME_OF(name, lanes, features) name##_##lanes##_##features
#define NAME_IN(name, lanes, features) NAME_OF(name, lanes, features)
#define NAME(name) NAME_IN(name, LANES, FEATURES)
#define INLINE TARGET VISION_INLINE

typedef float NAME(DenseVector) __attribute__((vector_size(4 * LANES)));
typedef float NAME(DenseLoose) __attribute__((vector_size(4 * LANES), aligned(4)));
typedef int32_t NAME(DenseBits) __attribute__((vector_size(4 * LANES)));
#define VECTOR NAME(DenseVector)
#define LOAD(pointer) (*(const NAME(DenseLoose) *)(pointer))

// Whether loads and stores of some lanes only are as fast as whole ones.
#if LANES == 16
#define IS_MASKED 1
#define LOAD_LANES(mask, from) ((VECTOR)_mm512_maskz_loadu_ps((__mmask16)(mask), from))
#define STORE_LANES(mask, value, to) _mm512_mask_storeu_ps(to, (__mmask16)(mask), (__m512)(value))
#elif defined(__x86_64__) && REGISTERS == 32
#define IS_MASKED 1
#define LOAD_LANES(mask, from) ((VECTOR)_mm256_maskz_loadu_ps((__mmask8)(mask), from))
#define STORE_LANES(mask, value, to) _mm256_mask_storeu_ps(to, (__mmask8)(mask), (__m256)(value))
#else
#define IS_MASKED 0
#endif

/// A bit for each of the first `count` lanes; `count` may be negative, and more than there are.
INLINE uint32_t NAME(dense_lanes)(int count) { return count <= 0 ? 0 : count >= LANES ? (1 << LANES) - 1 : (1u << count) - 1; }

/// The first `count` values at an address, which may be more than a vector has, and 0 after them.
INLINE VECTOR NAME(dense_load)(const float *from, int count) {
  if (count >= LANES) return LOAD(from);
#if IS_MASKED
  return LOAD_LANES(NAME(dense_lanes)(count), from);
#else
  VECTOR value = {0};
  if (count > 0) memcpy(&value, from, (size_t)count * sizeof(float));
  return value;
#endif
}

INLINE void NAME(dense_store)(VECTOR value, float *to, int count) {
  if (count >= LANES) {
    *(NAME(DenseLoose) *)to = value;
    return;
  }
#if IS_MASKED
  STORE_LANES(NAME(dense_lanes)(count), value, to);
#else
  memcpy(to, &value, (size_t)count * sizeof(float));
#endif
}

INLINE VECTOR NAME(dense_bound)(VECTOR value, float min, float max) {
  const VECTOR lowest = min - (VECTOR){0}, highest = max - (VECTOR){0};
  const VECTOR raised = AT_LEAST(value, lowest);
  return AT_MOST(raised, highest);
}

INLINE VECTOR NAME(dense_prelu)(VECTOR sum, VECTOR alpha) {
  const VECTOR scaled = sum * alpha;
  const NAME(DenseBits) isBelow = sum < (VECTOR){0};
  return (VECTOR)((isBelow & (NAME(DenseBits))scaled) | (~isBelow & (NAME(DenseBits))sum));
}

/// The maximum of 2 x 2 pixels of the residual for each output pixel of some rows.
TARGET static inline void NAME(dense_pool)(
  const VisionDense *shape, const VisionEpilogue *epilogue, float *output, int firstRow, int endRow
) {
  const ptrdiff_t channels = vision_residual_channels(shape, epilogue), row = 2 * channels * shape->outputWidth;
  float *to = output + (ptrdiff_t)firstRow * shape->outputWidth * shape->outputs;
  for (int y = firstRow; y < endRow; y++) {
    const float *from = epilogue->residual + 2 * y * row;
    for (int x = 0; x < shape->outputWidth; x++, from += 2 * channels, to += shape->outputs) {
      for (int channel = 0; channel < shape->outputs; channel += LANES) {
        const int count = (int)channels - channel;
        const float *corner = from + channel;
        const VECTOR left = NAME(dense_load)(corner, count), right = NAME(dense_load)(corner + channels, count);
        const VECTOR below = NAME(dense_load)(corner + row, count);
        const VECTOR last = NAME(dense_load)(corner + row + channels, count);
        const VECTOR upper = AT_LEAST(left, right), lower = AT_LEAST(below, last);
        const VECTOR value = AT_LEAST(upper, lower);
        NAME(dense_store)(value, to + channel, shape->outputs - channel);
      }
    }
  }
}

INLINE VECTOR NAME(dense_hard_swish)(VECTOR value) {
  const VECTOR sixth = HARD_SWISH_SIXTH - (VECTOR){0}, half = 0.5f - (VECTOR){0};
  const VECTOR share = __builtin_elementwise_fma(value, sixth, half);
  return NAME(dense_bound)(share, 0, 1) * value;
}

/// Bounds the sums of a tile, unless they have no bounds.
INLINE void NAME(dense_bound_tile)(
  VECTOR (*sums)[MAX_VECTORS], float min, float max, const int pixels, const int vectors
) {
  if (min == -__builtin_inff() && max == __builtin_inff()) return;
#pragma clang loop unroll(full)
  for (int i = 0; i < pixels; i++) {
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) sums[i][v] = NAME(dense_bound)(sums[i][v], min, max);
  }
}

/// Applies the activation to the sums of a tile.
INLINE void NAME(dense_activate_tile)(
  const VisionDense *shape, VECTOR (*sums)[MAX_VECTORS], const int pixels, const int vectors
) {
  NAME(dense_bound_tile)(sums, shape->min, shape->max, pixels, vectors);
  if (!shape->isHardSwish) return;
#pragma clang loop unroll(full)
  for (int i = 0; i < pixels; i++) {
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) sums[i][v] = NAME(dense_hard_swish)(sums[i][v]);
  }
}

#if IS_MASKED

/// Applies the epilogue to the bounded sums of a tile, which stay in registers, and writes them.
INLINE void NAME(dense_finish)(
  const DenseTile *tile, ptrdiff_t pixel, VECTOR (*sums)[MAX_VECTORS], const int pixels, const int vectors
) {
  const ptrdiff_t outputs = tile->shape->outputs;
  const VisionEpilogue *epilogue = tile->epilogue;
  const int last = vectors - 1;
  const uint32_t present = NAME(dense_lanes)((int)outputs - tile->channel - last * LANES);
  if (epilogue->residual != NULL) {
    const ptrdiff_t channels = vision_residual_channels(tile->shape, epilogue);
    const float *residual = epilogue->residual + pixel * channels + tile->channel;
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) {
      const uint32_t lanes = NAME(dense_lanes)((int)channels - tile->channel - v * LANES);
#pragma clang loop unroll(full)
      for (int i = 0; i < pixels; i++) sums[i][v] += LOAD_LANES(lanes, residual + i * channels + v * LANES);
    }
    NAME(dense_bound_tile)(sums, epilogue->min, epilogue->max, pixels, vectors);
  }
  if (epilogue->alpha != NULL) {
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) {
      const uint32_t lanes = v < last ? (1u << LANES) - 1 : present;
      const VECTOR alpha = LOAD_LANES(lanes, epilogue->alpha + tile->channel + v * LANES);
#pragma clang loop unroll(full)
      for (int i = 0; i < pixels; i++) sums[i][v] = NAME(dense_prelu)(sums[i][v], alpha);
    }
  }
#pragma clang loop unroll(full)
  for (int i = 0; i < pixels; i++) {
    float *to = tile->output + (pixel + i) * outputs + tile->channel;
#pragma clang loop unroll(full)
    for (int v = 0; v < last; v++) *(NAME(DenseLoose) *)(to + v * LANES) = sums[i][v];
    STORE_LANES(present, sums[i][last], to + last * LANES);
  }
}

/// Writes the sums of a tile whose first pixel is `pixel`.
INLINE void NAME(dense_write)(
  const DenseTile *tile, ptrdiff_t pixel, VECTOR (*sums)[MAX_VECTORS], const int pixels, const int vectors
) {
  NAME(dense_activate_tile)(tile->shape, sums, pixels, vectors);
  NAME(dense_finish)(tile, pixel, sums, pixels, vectors);
}

#else

/// Applies the epilogue to a bounded sum of products.
INLINE VECTOR NAME(dense_close)(
  const DenseTile *tile, VECTOR sum, ptrdiff_t pixel, int channel, int count
) {
  const VisionEpilogue *epilogue = tile->epilogue;
  if (epilogue->residual != NULL) {
    const int channels = vision_residual_channels(tile->shape, epilogue), left = channels - channel;
    const float *residual = epilogue->residual + pixel * channels + channel;
    sum += NAME(dense_load)(residual, left < count ? left : count);
    sum = NAME(dense_bound)(sum, epilogue->min, epilogue->max);
  }
  if (epilogue->alpha == NULL) return sum;
  return NAME(dense_prelu)(sum, NAME(dense_load)(epilogue->alpha + channel, count));
}

/// Applies the epilogue to the bounded sums of a tile of whole vectors, which stay in registers.
INLINE void NAME(dense_close_tile)(
  const DenseTile *tile, ptrdiff_t pixel, VECTOR (*sums)[MAX_VECTORS], const int pixels, const int vectors
) {
  const VisionEpilogue *epilogue = tile->epilogue;
  if (epilogue->residual != NULL) {
    const ptrdiff_t channels = vision_residual_channels(tile->shape, epilogue);
    const float *residual = epilogue->residual + pixel * channels + tile->channel;
#pragma clang loop unroll(full)
    for (int i = 0; i < pixels; i++) {
#pragma clang loop unroll(full)
      for (int v = 0; v < vectors; v++) sums[i][v] += LOAD(residual + i * channels + v * LANES);
    }
    NAME(dense_bound_tile)(sums, epilogue->min, epilogue->max, pixels, vectors);
  }
  if (epilogue->alpha == NULL) return;
#pragma clang loop unroll(full)
  for (int v = 0; v < vectors; v++) {
    const VECTOR alpha = LOAD(epilogue->alpha + tile->channel + v * LANES);
#pragma clang loop unroll(full)
    for (int i = 0; i < pixels; i++) sums[i][v] = NAME(dense_prelu)(sums[i][v], alpha);
  }
}

/// Writes the sums of a tile whose first pixel is `pixel`.
INLINE void NAME(dense_write)(
  const DenseTile *tile, ptrdiff_t pixel, VECTOR (*sums)[MAX_VECTORS], const int pixels, const int vectors
) {
  const VisionDense *shape = tile->shape;
  const VisionEpilogue *epilogue = tile->epilogue;
  const ptrdiff_t first = pixel * shape->outputs + tile->channel;
  const int present = shape->outputs - tile->channel;
  const bool hasEpilogue = epilogue->residual != NULL || epilogue->alpha != NULL;
  const int added = epilogue->residual != NULL ? vision_residual_channels(shape, epilogue) - tile->channel : present;
  const bool isWhole = present >= vectors * LANES && added >= vectors * LANES;
  NAME(dense_activate_tile)(shape, sums, pixels, vectors);
  if (hasEpilogue && isWhole) NAME(dense_close_tile)(tile, pixel, sums, pixels, vectors);
  if (!hasEpilogue || isWhole) {
    const int last = vectors - 1;
#pragma clang loop unroll(full)
    for (int i = 0; i < pixels; i++) {
      float *to = tile->output + first + (ptrdiff_t)i * shape->outputs;
#pragma clang loop unroll(full)
      for (int v = 0; v < last; v++) *(NAME(DenseLoose) *)(to + v * LANES) = sums[i][v];
      NAME(dense_store)(sums[i][last], to + last * LANES, present - last * LANES);
    }
    return;
  }
  // Few tiles have a vector with fewer channels, so these are written by a loop. Sums that a loop counts through would wait in
  // memory from the beginning, so these are copies.
  VECTOR waiting[MAX_PIXELS][MAX_VECTORS];
#pragma clang loop unroll(full)
  for (int i = 0; i < pixels; i++) {
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) waiting[i][v] = sums[i][v];
  }
#pragma clang loop unroll(disable)
  for (int i = 0; i < pixels; i++) {
    for (int v = 0; v < vectors; v++) {
      const int channel = tile->channel + v * LANES, count = present - v * LANES;
      const VECTOR closed = NAME(dense_close)(tile, waiting[i][v], pixel + i, channel, count);
      NAME(dense_store)(closed, tile->output + (pixel + i) * shape->outputs + channel, count);
    }
  }
}

#endif

/// Adjacent tiles of `pixels` x `vectors`, of which the last vector may have fewer channels.
INLINE void NAME(dense_tiles)(const DenseTile *tile, int tiles, const int pixels, const int vectors) {
  const VisionDense *shape = tile->shape;
  const char *weights[MAX_VECTORS];
  const float *starts[MAX_VECTORS];
  VECTOR sums[MAX_PIXELS][MAX_VECTORS];
#pragma clang loop unroll(full)
  for (int v = 0; v < vectors; v++) {
    const int lane = v * LANES;
    weights[v] = (const char *)(tile->weights + lane / PANEL * tile->panelStride + lane % PANEL);
    starts[v] = tile->starts + lane / PANEL * tile->startStride + lane % PANEL;
  }
  // Pixel i = odd * 2^k is 2^k times a multiple of the stride away, which is an addressing mode. The compiler would
  // otherwise keep a pointer to every pixel, more than there are registers, so the empty assembly makes these numbers
  // opaque.
  ptrdiff_t odd[MAX_PIXELS / 2];
  for (int i = 0; i < MAX_PIXELS / 2; i++) odd[i] = (2 * i + 1) * tile->pixelStride * (ptrdiff_t)sizeof(float);
  const ptrdiff_t count = (ptrdiff_t)shape->window * shape->inputs;
  for (int done = 0; done < tiles * pixels; done += pixels) {
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) {
      // Loaded again for every tile: the registers are for the sums.
      __asm__("" : "+r"(starts[v]));
      const VECTOR start = LOAD(starts[v]);
#pragma clang loop unroll(full)
      for (int i = 0; i < pixels; i++) sums[i][v] = start;
    }
    ptrdiff_t offset = 0;
    const char *next = next_weights(tile, done / pixels, weights[0]);
    for (int row = 0; row < shape->window; row++) {
      const char *values = (const char *)(tile->input + done * tile->pixelStride + row * tile->rowStride);
      VISION_ALIGNED_LOOP for (ptrdiff_t place = 0; place < count; place++) {
        if (pixels > 1) __asm__("" : "+r"(values), "+r"(odd[0]), "+r"(odd[1]), "+r"(odd[2]), "+r"(odd[3]));
        if (pixels > 8) __asm__("" : "+r"(odd[4]), "+r"(odd[5]), "+r"(odd[6]), "+r"(odd[7]));
        // Tiles of a single vector load as much as they multiply, and have no cycle left for it.
        if (vectors > 1) __builtin_prefetch(next + offset, 0, SECOND_LEVEL);
        VECTOR numbers[MAX_VECTORS];
#pragma clang loop unroll(full)
        for (int v = 0; v < vectors; v++) numbers[v] = LOAD(weights[v] + offset);
#pragma clang loop unroll(full)
        for (int i = 0; i < pixels; i++) {
          const int power = i == 0 ? 0 : __builtin_ctz((unsigned)i);
          const char *from = values + (i == 0 ? 0 : odd[(i >> power) / 2] << power);
          // Broadcasts the value: subtracting 0 keeps it as it is.
          const VECTOR value = *(const float *)from - (VECTOR){0};
#pragma clang loop unroll(full)
          for (int v = 0; v < vectors; v++) sums[i][v] = __builtin_elementwise_fma(value, numbers[v], sums[i][v]);
        }
        values += sizeof(float), offset += PANEL * (ptrdiff_t)sizeof(float);
      }
    }
    NAME(dense_write)(tile, tile->pixel + done, sums, pixels, vectors);
  }
}

/// Tiles whose pixels and vectors are compile-time constants, as many as there are registers for the sums.
TARGET static void NAME(dense)(const DenseTile *tile, int tiles, int pixels, int vectors) {
#if REGISTERS == 32
  switch (vectors) {
  case 1: switch (pixels) { CASES_TO_16(1) } break;
#if LANES != 8
  case 2: switch (pixels) { CASES_TO_12(2) } break;
  case 3: switch (pixels) { CASES_TO_8(3) } break;
  case 4: switch (pixels) { CASES_TO_6(4) } break;
#endif
  }
#else
  switch (vectors) {
  case 1: switch (pixels) { CASES_TO_12(1) } break;
  case 2: switch (pixels) { CASES_TO_6(2) } break;
  case 3: switch (pixels) { CASES_TO_3(3) } break;
  }
#endif
}

/// Widens `count` float16 weights, a multiple of `LANES`.
TARGET static inline void NAME(dense_unpack)(const void *halves, ptrdiff_t count, float *floats) {
  typedef _Float16 Halves __attribute__((vector_size(2 * LANES), aligned(2)));
  for (ptrdiff_t i = 0; i < count; i += LANES) {
    *(NAME(DenseLoose) *)(floats + i) = __builtin_convertvector(*(const Halves *)((const _Float16 *)halves + i), VECTOR);
  }
}

#undef STORE_LANES
#undef LOAD_LANES
#undef IS_MASKED
#undef LOAD
#undef VECTOR
#undef INLINE
#undef NAME
#undef NAME_IN
#undef NAME_OF
