// One row of `ByteVectors.h`: what its templates share, and the template.

#include "Inline.h"

#define NAME_OF(name, features) name##_##features
#define NAME_IN(name, features) NAME_OF(name, features)
#define NAME(name) NAME_IN(name, FEATURES)
#define INLINE TARGET VISION_INLINE

/// Channels of a vector of sums, and the vectors of a unit.
#define CHANNELS (LANES / PARTS)
#define VECTORS (UNIT / CHANNELS)
/// What is added to uint8 values before they are elements.
#define SHIFT (IS(ELEMENT, int8_t) ? 0x80 : 0)
#define IS(type, other) __builtin_types_compatible_p(type, other)

typedef int32_t NAME(Sums) __attribute__((vector_size(4 * LANES)));
typedef ELEMENT NAME(Values) __attribute__((vector_size(QUAD * CHANNELS * sizeof(ELEMENT))));
typedef FOUR NAME(Fours) __attribute__((vector_size(QUAD * CHANNELS * sizeof(ELEMENT))));
typedef int8_t NAME(Packed) __attribute__((vector_size(QUAD * CHANNELS), aligned(QUAD)));

#define SUMS NAME(Sums)
#define VALUES NAME(Values)

/// Weights of the channels of a vector, as wide as elements.
INLINE VALUES NAME(weights)(const char *from) { return __builtin_convertvector(*(const NAME(Packed) *)from, VALUES); }

/// Four elements for all channels.
INLINE VALUES NAME(spread)(const void *from) {
  FOUR four;
  memcpy(&four, from, sizeof four);
  return (VALUES)(four + (NAME(Fours)){0});
}

/// A number for each channel of a vector, in the first part of its sum.
INLINE SUMS NAME(first_parts)(const uint32_t *numbers) {
  typedef uint32_t Numbers __attribute__((vector_size(4 * CHANNELS), aligned(4)));
#if PARTS == 2
  typedef uint64_t Pairs __attribute__((vector_size(4 * LANES)));
  return (SUMS)__builtin_convertvector(*(const Numbers *)numbers, Pairs);
#else
  return (SUMS)*(const Numbers *)numbers;
#endif
}

/// The initial sums of a unit for elements.
INLINE void NAME(start)(const QuantizedPanelHead *head, int lane, SUMS *sums) {
  uint32_t starts[UNIT];
  for (int i = 0; i < UNIT; i++) {
    starts[i] = (uint32_t)head->offsets[lane + i] + (uint32_t)head->weightSums[lane + i] * SHIFT;
  }
  for (int v = 0; v < VECTORS; v++) sums[v] = NAME(first_parts)(starts + v * CHANNELS);
}

/// Writes the output bytes of a unit's sums: scaled, rounded to nearest even, bounded.
INLINE void NAME(finish)(
  const SUMS *sums, const float *scales, const Requantization *close, uint8_t *to, int count
) {
  typedef int32_t Integers __attribute__((vector_size(4 * UNIT), aligned(4)));
  typedef float Floats __attribute__((vector_size(4 * UNIT), aligned(4)));
  typedef uint8_t Bytes __attribute__((vector_size(UNIT)));
  Integers whole;
#if PARTS == 2 && LANES == 8
  // Within halves first, where shuffles are cheap.
  const SUMS halves = __builtin_shufflevector(sums[0], sums[1], 0, 2, 8, 10, 4, 6, 12, 14)
    + __builtin_shufflevector(sums[0], sums[1], 1, 3, 9, 11, 5, 7, 13, 15);
  whole = __builtin_shufflevector(halves, halves, 0, 1, 4, 5, 2, 3, 6, 7);
#elif PARTS == 2
  int32_t __attribute__((vector_size(8 * UNIT))) parts;
  memcpy(&parts, sums, sizeof parts);
  whole = __builtin_shufflevector(parts, parts, 0, 2, 4, 6, 8, 10, 12, 14)
    + __builtin_shufflevector(parts, parts, 1, 3, 5, 7, 9, 11, 13, 15);
#else
  memcpy(&whole, sums, sizeof whole);
#endif
  const Bytes bytes =
    REQUANTIZED(Integers, Floats, Bytes, __builtin_convertvector(whole, Floats), *(const Floats *)scales, *close);
  if (count >= UNIT) {
    memcpy(to, &bytes, UNIT);
    return;
  }
#if UNIT == 16
  _mm_mask_storeu_epi8(to, (__mmask16)((1 << count) - 1), (__m128i)bytes);
#else
  for (int i = 0; i < count; i++) to[i] = bytes[i];
#endif
}

#if LANES == 8

/// Does the same as `finish` for the sums of one to four pixels, which together take half of the instructions.
INLINE void NAME(finish_pixels)(
  const SUMS (*sums)[UNITS][VECTORS], int unit, int pixels, const float *scales, const Requantization *close,
  uint8_t *to, ptrdiff_t step, int count
) {
  // Pixels that are missing repeat the first.
  __m256i integers[4];
#pragma clang loop unroll(full)
  for (int i = 0; i < 4; i++) {
    const SUMS *own = sums[i < pixels ? i : 0][unit];
#if PARTS == 2
    // Channels 0, 1, 4, 5, 2, 3, 6, 7.
    const __m256i whole = _mm256_hadd_epi32((__m256i)own[0], (__m256i)own[1]);
    const __m256 factors = (__m256)_mm256_permute4x64_pd((__m256d)_mm256_loadu_ps(scales), 0xD8);
#else
    const __m256i whole = (__m256i)own[0];
    const __m256 factors = _mm256_loadu_ps(scales);
#endif
    const __m256 scaled = _mm256_mul_ps(_mm256_cvtepi32_ps(whole), factors);
    // Too small numbers become the smallest integer, which the packing bounds.
    integers[i] = _mm256_cvtps_epi32(_mm256_min_ps(scaled, _mm256_set1_ps(close->max)));
  }
  const __m256i zero = _mm256_set1_epi16((short)close->zeroPoint), flip = _mm256_set1_epi8((char)close->flip);
  const __m256i first = _mm256_adds_epi16(_mm256_packs_epi32(integers[0], integers[1]), zero);
  const __m256i last = _mm256_adds_epi16(_mm256_packs_epi32(integers[2], integers[3]), zero);
  const __m256i packed = _mm256_packus_epi16(first, last);
  const __m256i bytes = _mm256_xor_si256(_mm256_max_epu8(packed, _mm256_set1_epi8((char)close->least)), flip);
  const __m128i low = _mm256_castsi256_si128(bytes), high = _mm256_extracti128_si256(bytes, 1);
#if PARTS == 2
  const __m128i pairs[] = {_mm_unpacklo_epi16(low, high), _mm_unpackhi_epi16(low, high)};
#else
  const __m128i pairs[] = {_mm_unpacklo_epi32(low, high), _mm_unpackhi_epi32(low, high)};
#endif
  if (count >= UNIT) {
#pragma clang loop unroll(full)
    for (int i = 0; i < pixels; i++, to += step) {
      const int64_t eight = ((__v2di)pairs[i / 2])[i % 2];
      memcpy(to, &eight, UNIT);
    }
    return;
  }
  uint8_t all[4 * UNIT];
  memcpy(all, pairs, sizeof all);
  for (int i = 0; i < pixels; i++, to += step) {
    for (int channel = 0; channel < count; channel++) to[channel] = all[i * UNIT + channel];
  }
}

#else

INLINE void NAME(finish_pixels)(
  const SUMS (*sums)[UNITS][VECTORS], int unit, int pixels, const float *scales, const Requantization *close,
  uint8_t *to, ptrdiff_t step, int count
) {
#pragma clang loop unroll(full)
  for (int i = 0; i < pixels; i++) NAME(finish)(sums[i][unit], scales, close, to + i * step, count);
}

#endif

#include TEMPLATE

#undef VALUES
#undef SUMS
#undef IS
#undef SHIFT
#undef VECTORS
#undef CHANNELS
#undef INLINE
#undef NAME
#undef NAME_IN
#undef NAME_OF
#undef ADD_PRODUCTS
#undef UNITS
#undef PIXELS
#undef UNIT
#undef FOUR
#undef ELEMENT
#undef PARTS
#undef LANES
#undef TARGET
#undef FEATURES
