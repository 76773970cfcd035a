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

// `finish_pixels` writes the output bytes of a unit's sums for one to four pixels, each to its address in `to`: scaled,
// rounded to nearest even, bounded. Of pixels without a bit in `written` nothing is written. Four pixels together take half
// of the instructions of four alone.

#if LANES == 16

INLINE void NAME(finish_pixels)(
  const SUMS (*sums)[UNITS][VECTORS], int unit, const int pixels, unsigned written, const float *scales,
  const Requantization *close, uint8_t *const *to, int count
) {
  // Pixels that are missing repeat the first.
  __m512i integers[4];
#pragma clang loop unroll(full)
  for (int i = 0; i < 4; i++) {
    const __m512i whole = (__m512i)sums[i < pixels ? i : 0][unit][0];
    const __m512 scaled = _mm512_mul_ps(_mm512_cvtepi32_ps(whole), _mm512_loadu_ps(scales));
    // Too small numbers become the smallest integer, which the packing bounds.
    integers[i] = _mm512_cvtps_epi32(_mm512_min_ps(scaled, _mm512_set1_ps(close->max)));
  }
  const __m512i zero = _mm512_set1_epi16((short)close->zeroPoint), flip = _mm512_set1_epi8((char)close->flip);
  const __m512i first = _mm512_adds_epi16(_mm512_packs_epi32(integers[0], integers[1]), zero);
  const __m512i last = _mm512_adds_epi16(_mm512_packs_epi32(integers[2], integers[3]), zero);
  const __m512i packed = _mm512_packus_epi16(first, last);
  const __m512i bytes = _mm512_xor_si512(_mm512_max_epu8(packed, _mm512_set1_epi8((char)close->least)), flip);
  // Packing leaves four channels of each pixel beside each other.
  const __m512i fours = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  const __m512i whole = _mm512_permutexvar_epi32(fours, bytes);
  const __m128i each[] = {
    _mm512_castsi512_si128(whole), _mm512_extracti32x4_epi32(whole, 1), _mm512_extracti32x4_epi32(whole, 2),
    _mm512_extracti32x4_epi32(whole, 3),
  };
  if (count >= UNIT && written == (1u << pixels) - 1) {
#pragma clang loop unroll(full)
    for (int i = 0; i < pixels; i++) _mm_storeu_si128((__m128i *)to[i], each[i]);
    return;
  }
  const __mmask16 channels = count >= UNIT ? 0xFFFF : (__mmask16)((1 << count) - 1);
#pragma clang loop unroll(full)
  for (int i = 0; i < pixels; i++) {
    if (written >> i & 1) _mm_mask_storeu_epi8(to[i], channels, each[i]);
  }
}

#elif LANES == 8

INLINE void NAME(finish_pixels)(
  const SUMS (*sums)[UNITS][VECTORS], int unit, const int pixels, unsigned written, const float *scales,
  const Requantization *close, uint8_t *const *to, int count
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
    for (int i = 0; i < pixels; i++) {
      const int64_t eight = ((__v2di)pairs[i / 2])[i % 2];
      if (written >> i & 1) memcpy(to[i], &eight, UNIT);
    }
    return;
  }
  uint8_t all[4 * UNIT];
  memcpy(all, pairs, sizeof all);
  for (int i = 0; i < pixels; i++) {
    if (written >> i & 1) memcpy(to[i], all + i * UNIT, (size_t)count);
  }
}

#else

INLINE void NAME(finish_pixels)(
  const SUMS (*sums)[UNITS][VECTORS], int unit, const int pixels, unsigned written, const float *scales,
  const Requantization *close, uint8_t *const *to, int count
) {
  typedef int32_t Integers __attribute__((vector_size(4 * UNIT), aligned(4)));
  typedef float Floats __attribute__((vector_size(4 * UNIT), aligned(4)));
  typedef uint8_t Bytes __attribute__((vector_size(UNIT)));
#pragma clang loop unroll(full)
  for (int i = 0; i < pixels; i++) {
    if (!(written >> i & 1)) continue;
    Integers whole;
#if PARTS == 2
    int32_t __attribute__((vector_size(8 * UNIT))) parts;
    memcpy(&parts, sums[i][unit], sizeof parts);
    whole = __builtin_shufflevector(parts, parts, 0, 2, 4, 6, 8, 10, 12, 14)
      + __builtin_shufflevector(parts, parts, 1, 3, 5, 7, 9, 11, 13, 15);
#else
    memcpy(&whole, sums[i][unit], sizeof whole);
#endif
    const Bytes bytes =
      REQUANTIZED(Integers, Floats, Bytes, __builtin_convertvector(whole, Floats), *(const Floats *)scales, *close);
    // Of a constant size it is one store.
    if (count >= UNIT) memcpy(to[i], &bytes, UNIT);
    else memcpy(to[i], &bytes, (size_t)count);
  }
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
