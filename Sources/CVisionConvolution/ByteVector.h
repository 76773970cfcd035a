// What byte kernels do with vectors, for processors with AVX-512's products of bytes.

#ifndef VISION_BYTE_VECTOR_H
#define VISION_BYTE_VECTOR_H

#include <immintrin.h>

#include "ByteKernel.h"

// The thread sanitizer, which slows these down a hundred times, looks at what hands parts out and not into them: tests see by the
// results that parts are apart.
#define BYTE_TARGET \
  __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni"), no_sanitize("thread")))
#define BYTE_INLINE BYTE_TARGET static inline __attribute__((always_inline))

/// The mask of the first `count` of 64 lanes.
BYTE_INLINE __mmask64 first_lanes(ptrdiff_t count) { return count >= 64 ? ~0ull : (1ull << count) - 1; }

/// How sums become bytes.
typedef struct {
  __m512 most;
  __m512i zero, least;
  __m128i flip;
} ByteClose;

BYTE_INLINE ByteClose byte_close(const VisionBytes *shape) {
  return (ByteClose){
    _mm512_set1_ps((float)(shape->most - shape->outputZero)), _mm512_set1_epi32(shape->outputZero),
    _mm512_set1_epi32(shape->least), _mm_set1_epi8((char)byte_flip(shape->isOutputSigned)),
  };
}

/// The bytes of a panel's sums: scaled, rounded to the nearest, to even in the middle, bounded.
BYTE_INLINE __m128i byte_result(__m512i sums, __m512 scales, const ByteClose *close) {
  const __m512 scaled = _mm512_min_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(sums), scales), close->most);
  const __m512i rounded = _mm512_add_epi32(_mm512_cvtps_epi32(scaled), close->zero);
  return _mm_xor_si128(_mm512_cvtepi32_epi8(_mm512_max_epi32(rounded, close->least)), close->flip);
}

#endif
