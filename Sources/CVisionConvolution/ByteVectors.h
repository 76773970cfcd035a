// Compiles TEMPLATE for the byte vectors of each processor. A row of this table has:
//
// - the end of the functions' names (`FEATURES`) and their attributes (`TARGET`)
// - `LANES`: 32-bit sums in a vector, and `PARTS`: how many of them add up to the sum of one channel
// - `ELEMENT`: the type that values are multiplied in: uint8, or int8 or int16 where the processor multiplies no uint8
//   by int8, and `FOUR`: an integer of four elements
// - `ADD_PRODUCTS`: adds the products of elements and weights, four for each channel, to sums. None of them saturates.
// - `UNIT`: the channels that are rounded together, and the tile of a dense convolution: `PIXELS` x `UNITS`, as many as
//   there are registers for the sums
//
// With PRODUCTS_ONLY only for processors with one instruction that multiplies bytes.
//
// The thread sanitizer slows kernels down a hundred times, so it checks the thread pool and not them. Tests of the
// results show that parts do not overlap.

#if defined(__x86_64__)

#include <immintrin.h>

#define FEATURES avx512vnni
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni"), no_sanitize("thread")))
#define LANES 16
#define PARTS 1
#define ELEMENT uint8_t
#define FOUR int32_t
#define UNIT 16
#define PIXELS 12
#define UNITS 2
#define ADD_PRODUCTS(sums, values, weights) _mm512_dpbusd_epi32((__m512i)(sums), (__m512i)(values), (__m512i)(weights))
#include "ByteVectorsEach.h"

#define FEATURES avxvnni
#define TARGET __attribute__((target("avx2,fma,avxvnni"), no_sanitize("thread")))
#define LANES 8
#define PARTS 1
#define ELEMENT uint8_t
#define FOUR int32_t
#define UNIT 8
#define PIXELS 6
#define UNITS 2
#define ADD_PRODUCTS(sums, values, weights) \
  _mm256_dpbusd_avx_epi32((__m256i)(sums), (__m256i)(values), (__m256i)(weights))
#include "ByteVectorsEach.h"

#ifndef PRODUCTS_ONLY

#define FEATURES avx2
#define TARGET __attribute__((target("avx2,fma"), no_sanitize("thread")))
#define LANES 8
#define PARTS 2
#define ELEMENT int16_t
#define FOUR int64_t
#define UNIT 8
#define PIXELS 6
#define UNITS 1
#define ADD_PRODUCTS(sums, values, weights) \
  _mm256_add_epi32((__m256i)(sums), _mm256_madd_epi16((__m256i)(values), (__m256i)(weights)))
#include "ByteVectorsEach.h"

#endif

#elif defined(__aarch64__)

#include <arm_neon.h>

#define FEATURES dot
#define TARGET __attribute__((target("dotprod"), no_sanitize("thread")))
#define LANES 4
#define PARTS 1
#define ELEMENT int8_t
#define FOUR int32_t
#define UNIT 8
#define PIXELS 6
#define UNITS 2
#define ADD_PRODUCTS(sums, values, weights) vdotq_s32((int32x4_t)(sums), (int8x16_t)(values), (int8x16_t)(weights))
#include "ByteVectorsEach.h"

#ifndef PRODUCTS_ONLY

#define FEATURES neon
#define TARGET __attribute__((no_sanitize("thread")))
#define LANES 4
#define PARTS 2
#define ELEMENT int8_t
#define FOUR int32_t
#define UNIT 8
#define PIXELS 6
#define UNITS 1
#define ADD_PRODUCTS(sums, values, weights) \
  vpadalq_s16((int32x4_t)(sums), vmull_s8((int8x8_t)(values), (int8x8_t)(weights)))
#include "ByteVectorsEach.h"

#endif

#endif

#undef PRODUCTS_ONLY
#undef TEMPLATE
