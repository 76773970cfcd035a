// Vector functions of the quantized kernels, for AVX-512 with VNNI.

#ifndef VISION_QUANTIZED_VECTOR_H
#define VISION_QUANTIZED_VECTOR_H

#include <immintrin.h>

#include "QuantizedKernel.h"

// The thread sanitizer slows these down a hundred times, so it checks the thread pool and not the kernels. Tests of the
// results show that parts do not overlap.
#define QUANTIZED_TARGET \
  __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni"), no_sanitize("thread")))
#define QUANTIZED_INLINE QUANTIZED_TARGET static inline __attribute__((always_inline))

/// The mask of the first `count` of 64 lanes.
QUANTIZED_INLINE __mmask64 first_lanes(ptrdiff_t count) { return count >= 64 ? ~0ull : (1ull << count) - 1; }

/// The constants of requantization.
typedef struct {
  __m512 max;
  __m512i zero, min;
  __m128i flip;
} Requantization;

QUANTIZED_INLINE Requantization requantization(const VisionQuantized *shape) {
  return (Requantization){
    _mm512_set1_ps((float)(shape->max - shape->outputZeroPoint)), _mm512_set1_epi32(shape->outputZeroPoint),
    _mm512_set1_epi32(shape->min), _mm_set1_epi8((char)sign_flip(shape->isOutputSigned)),
  };
}

/// The output bytes of a panel's sums: scaled, rounded to nearest even, bounded.
QUANTIZED_INLINE __m128i requantized(__m512i sums, __m512 scales, const Requantization *close) {
  const __m512 scaled = _mm512_min_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(sums), scales), close->max);
  const __m512i rounded = _mm512_add_epi32(_mm512_cvtps_epi32(scaled), close->zero);
  return _mm_xor_si128(_mm512_cvtepi32_epi8(_mm512_max_epi32(rounded, close->min)), close->flip);
}

#endif
