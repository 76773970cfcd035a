// Sixteen samples at a time, for processors with AVX-512. Included by CVisionSampling.c, whose types it uses; samples at the
// border are left to the caller.

#ifndef CVISION_GATHER_H
#define CVISION_GATHER_H

#if defined(__x86_64__)

#include <immintrin.h>

#include "CVisionFeatures.h"

#define GATHER __attribute__((target("avx512f,avx512bw,avx512vl")))
#define GATHER_INLINE GATHER static inline __attribute__((always_inline))

static inline bool can_gather(const VisionSourceImage *image) {
  return vision_cpu_has(VISION_CPU_AVX512) && image->bytesPerRow <= INT32_MAX / (image->height > 0 ? image->height : 1);
}

// Red, green and blue of sixteen samples.
typedef struct {
  __m512i red, green, blue;
} Colors;

// 32 times the weighted mean of left and right bytes, of every second byte, as 16-bit numbers.
GATHER_INLINE __m512i mean_columns(__m512i left, __m512i right, __m512i fractions) {
  const __m512i bytes = _mm512_set1_epi16(0xff);
  left = _mm512_and_si512(left, bytes);
  right = _mm512_and_si512(right, bytes);
  return _mm512_add_epi16(_mm512_slli_epi16(left, 5), _mm512_mullo_epi16(_mm512_sub_epi16(right, left), fractions));
}

// The weighted mean of two rows (weights in 1/32) whose 16-bit numbers are interleaved, rounded to a byte.
GATHER_INLINE __m512i mean_rows(__m512i pairs, __m512i shares) {
  return _mm512_srli_epi32(_mm512_add_epi32(_mm512_madd_epi16(pairs, shares), _mm512_set1_epi32(512)), 10);
}

GATHER_INLINE __m512i low_pairs(__m512i top, __m512i bottom) {
  return _mm512_mask_blend_epi16(0xaaaaaaaa, top, _mm512_slli_epi32(bottom, 16));
}

GATHER_INLINE __m512i high_pairs(__m512i top, __m512i bottom) {
  return _mm512_mask_blend_epi16(0xaaaaaaaa, _mm512_srli_epi32(top, 16), bottom);
}

// The pixels at eight places of a row, with their right neighbours: eight bytes have both. Loads one by one take three
// quarters of the time of the processor's gathers (AMD, Zen 5).
GATHER_INLINE __m512i load_pairs(const uint8_t *row, const int32_t *places) {
  long long pairs[8];
#pragma clang loop unroll(full)
  for (int i = 0; i < 8; i++) memcpy(&pairs[i], row + places[i], sizeof pairs[i]);
  return _mm512_set_epi64(
    pairs[7], pairs[6], pairs[5], pairs[4], pairs[3], pairs[2], pairs[1], pairs[0]);
}

// Four bytes of each of sixteen pixels, and four of their right neighbours.
typedef struct {
  __m512i left, right;
} Neighbors;

GATHER_INLINE Neighbors neighbors(const uint8_t *row, const int32_t *places, int size) {
  const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  const __m512i first = load_pairs(row, places), last = load_pairs(row, places + 8);
  const unsigned bits = 8 * (unsigned)size;
  return (Neighbors){
    _mm512_permutex2var_epi32(first, even, last),
    _mm512_permutex2var_epi32(_mm512_srli_epi64(first, bits), even, _mm512_srli_epi64(last, bits)),
  };
}

// Samples whose positions are all inside.
GATHER_INLINE Colors gather(const VisionSourceImage *image, __m512i x, __m512i y, VisionPixelLayout layout) {
  const int size = bytes_per_pixel(layout);
  const __m512i last = _mm512_set1_epi32(31);
  const __m512i xFraction = _mm512_and_si512(x, last), yFraction = _mm512_and_si512(y, last);
  const __m512i xFractions = _mm512_or_si512(xFraction, _mm512_slli_epi32(xFraction, 16));
  const __m512i shares =
    _mm512_or_si512(_mm512_sub_epi32(_mm512_set1_epi32(32), yFraction), _mm512_slli_epi32(yFraction, 16));
  int32_t places[16];
  _mm512_storeu_si512(
    places,
    _mm512_add_epi32(
      _mm512_mullo_epi32(_mm512_srai_epi32(y, 5), _mm512_set1_epi32((int32_t)image->bytesPerRow)),
      _mm512_mullo_epi32(_mm512_srai_epi32(x, 5), _mm512_set1_epi32(size))));
  const Neighbors top = neighbors(image->pixels, places, size);
  const Neighbors bottom = neighbors(image->pixels + image->bytesPerRow, places, size);
  const __m512i upper = mean_columns(top.left, top.right, xFractions);
  const __m512i lower = mean_columns(bottom.left, bottom.right, xFractions);
  if (layout == VisionLayoutGray) {
    const __m512i gray = mean_rows(low_pairs(upper, lower), shares);
    return (Colors){gray, gray, gray};
  }
  const __m512i upperGreen =
    mean_columns(_mm512_srli_epi32(top.left, 8), _mm512_srli_epi32(top.right, 8), xFractions);
  const __m512i lowerGreen =
    mean_columns(_mm512_srli_epi32(bottom.left, 8), _mm512_srli_epi32(bottom.right, 8), xFractions);
  const __m512i first = mean_rows(low_pairs(upper, lower), shares), third = mean_rows(high_pairs(upper, lower), shares);
  const __m512i green = mean_rows(low_pairs(upperGreen, lowerGreen), shares);
  return layout == VisionLayoutBGRA ? (Colors){third, green, first} : (Colors){first, green, third};
}

GATHER_INLINE __m512 normalized(__m512i values, const Target *target) {
  return _mm512_add_ps(
    _mm512_mul_ps(_mm512_cvtepi32_ps(values), _mm512_set1_ps(target->scale)), _mm512_set1_ps(target->offset));
}

GATHER_INLINE void store_floats(Colors colors, const Target *target, int64_t index) {
  // For each of three output vectors: the indices of red and green, and then those of blue.
  static const int32_t both[3][16] = {
    {0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5},
    {21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26},
    {0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0},
  };
  static const int32_t all[3][16] = {
    {0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15},
    {0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15},
    {26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31},
  };
  const __m512 red = normalized(colors.red, target), green = normalized(colors.green, target);
  const __m512 blue = normalized(colors.blue, target);
  for (int i = 0; i < 3; i++) {
    const __m512 pairs = _mm512_permutex2var_ps(red, _mm512_loadu_si512(both[i]), green);
    const __m512 values = _mm512_permutex2var_ps(pairs, _mm512_loadu_si512(all[i]), blue);
    _mm512_storeu_ps(target->floats + 3 * index + 16 * i, values);
  }
}

GATHER_INLINE void store_bytes(Colors colors, const Target *target, int64_t index) {
  const __m512i pixels = _mm512_or_si512(
    colors.red, _mm512_or_si512(_mm512_slli_epi32(colors.green, 8), _mm512_slli_epi32(colors.blue, 16)));
  // Packs four bytes a pixel to three, in each 128-bit lane and then across lanes.
  const __m512i shorter = _mm512_shuffle_epi8(
    pixels, _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1)));
  const __m512i order = _mm512_setr_epi32(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 0, 0, 0, 0);
  _mm512_mask_storeu_epi32(target->bytes + 3 * index, 0xfff, _mm512_permutexvar_epi32(order, shorter));
}

GATHER_INLINE bool sample_sixteen(
  const VisionSourceImage *image, const int32_t *xs, const int32_t *ys, const Target *target, int64_t index,
  uint32_t columnLimit, uint32_t rowLimit, VisionPixelLayout layout
) {
  const __m512i x = _mm512_loadu_si512(xs), y = _mm512_loadu_si512(ys);
  const __mmask16 isInside =
    _mm512_cmplt_epu32_mask(_mm512_srai_epi32(x, 5), _mm512_set1_epi32((int32_t)columnLimit))
    & _mm512_cmplt_epu32_mask(_mm512_srai_epi32(y, 5), _mm512_set1_epi32((int32_t)rowLimit));
  if (isInside != 0xffff) return false;
  const Colors colors = gather(image, x, y, layout);
  if (target->floats != NULL) store_floats(colors, target, index);
  else store_bytes(colors, target, index);
  return true;
}

// Samples sixteen positions if everything that is read for them lies in the image.
GATHER static bool sample_together(
  const VisionSourceImage *image, const int32_t *xs, const int32_t *ys, const Target *target, int64_t index,
  uint32_t columnLimit, uint32_t rowLimit
) {
#define CASE(layout) \
  case layout: return sample_sixteen(image, xs, ys, target, index, columnLimit, rowLimit, layout);
  switch (image->layout) {
    CASE(VisionLayoutRGB)
    CASE(VisionLayoutRGBA)
    CASE(VisionLayoutBGRA)
    CASE(VisionLayoutGray)
  }
#undef CASE
}

#undef GATHER
#undef GATHER_INLINE

#else

static inline bool can_gather(const VisionSourceImage *image) { return false; }

static bool sample_together(
  const VisionSourceImage *image, const int32_t *xs, const int32_t *ys, const Target *target, int64_t index,
  uint32_t columnLimit, uint32_t rowLimit
) {
  return false;
}

#endif

#endif
