// The kernels of CVisionRGB.c for each set of instructions. They convert two rows of an image at a time, which lie
// between the same four rows of chroma. Upsampled chroma is not interleaved: a row has the values of even columns,
// then those of odd ones. Luma is separated in the same way, and the interleaving of red, green and blue brings
// columns into order.

#ifndef RGB_ROWS_H
#define RGB_ROWS_H

#include "CVisionRGB.h"

// The weights of a bicubic filter (B 0, C 0.6) at a quarter of a pixel, in 14 bits, rounded so that they sum to 1.
enum { kFar = -461, kNear = 3943, kCenter = 14284, kOther = -1382 };

// Added to the weighted chroma of four rows: half a unit of the shift by 10 bits, less the chroma of gray.
enum { kChromaBias = (1 << 9) - (128 << 19) };

/// Two rows of an image, which may be the same one.
typedef struct {
  const VisionColorMatrix *matrix;
  ptrdiff_t width;
  const uint8_t *luma[2];
  uint8_t *rgb[2];
  /// Four upsampled rows of each chroma channel: values for even columns, and `half` values later those for odd ones.
  const int16_t *u[4], *v[4];
  ptrdiff_t half;
  /// The weights of the chroma rows for each row of the image.
  const int16_t *weights[2];
} RGBRows;

/// Added to luma times its coefficient: the offset, and half a unit of the shift by 22 bits.
static inline int32_t luma_bias(const VisionColorMatrix *matrix) {
  return (1 << 21) - matrix->yOffset * matrix->yCoefficient;
}

/// Two weights of 16 bits as one number of 32.
static inline int32_t weight_pair(int first, int second) {
  return (int32_t)((uint32_t)(uint16_t)first | (uint32_t)(uint16_t)second << 16);
}

#if defined(__x86_64__)

#include <immintrin.h>

// Channels come in vectors whose lanes have the bytes of eight even columns, then those of the odd ones between them.
// These are the places of RGB's bytes in such a lane. Bytes of other channels are picked from 0x80, which gives zero.
#define PLACE(byte) ((byte) / 3 % 2 * 8 + (byte) / 3 % 16 / 2)
#define PICK(byte, channel) ((byte) % 3 == (channel) ? PLACE(byte) : 0x80)
#define PICK_4(byte, channel) \
  PICK(byte, channel), PICK(byte + 1, channel), PICK(byte + 2, channel), PICK(byte + 3, channel)
#define PICK_16(byte, channel) \
  {PICK_4(byte, channel), PICK_4(byte + 4, channel), PICK_4(byte + 8, channel), PICK_4(byte + 12, channel)}
#define PICKS(byte) {PICK_16(byte, 0), PICK_16(byte, 1), PICK_16(byte, 2)}

/// The places of 16 pixels' bytes, in three vectors of 16, for each channel.
static const uint8_t rgb_picks[3][3][16] = {PICKS(0), PICKS(16), PICKS(32)};

__attribute__((target("avx2"), always_inline))
static inline void store_rgb_avx2(uint8_t *rgb, const __m256i channels[3]) {
  __m256i parts[3];
#pragma clang loop unroll(full)
  for (int i = 0; i < 3; i++) {
    parts[i] = _mm256_setzero_si256();
#pragma clang loop unroll(full)
    for (int channel = 0; channel < 3; channel++) {
      const __m256i picks = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)rgb_picks[i][channel]));
      parts[i] = _mm256_or_si256(parts[i], _mm256_shuffle_epi8(channels[channel], picks));
    }
  }
  __m256i *to = (__m256i *)rgb;
  _mm256_storeu_si256(to, _mm256_permute2x128_si256(parts[0], parts[1], 0x20));
  _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(parts[2], parts[0], 0x30));
  _mm256_storeu_si256(to + 2, _mm256_permute2x128_si256(parts[1], parts[2], 0x31));
}

#define FEATURES avx2
#define TARGET __attribute__((target("avx2")))
#define VECTOR __m256i
#define OP(name) _mm256_##name
#define LOAD(from) _mm256_loadu_si256((const __m256i *)(from))
#define STORE(to, vector) _mm256_storeu_si256((__m256i *)(to), vector)
#define AND(a, b) _mm256_and_si256(a, b)
#include "RGBRowsEach.h"

#define AT(byte) ((byte) / 48 * 16 + PLACE(byte))
#define AT_4(byte) AT(byte), AT(byte + 1), AT(byte + 2), AT(byte + 3)
#define AT_16(byte) AT_4(byte), AT_4(byte + 4), AT_4(byte + 8), AT_4(byte + 12)
#define AT_64(byte) {AT_16(byte), AT_16(byte + 16), AT_16(byte + 32), AT_16(byte + 48)}

/// The places of 64 pixels' bytes, in three vectors of 64, the same for each channel.
static const uint8_t rgb_places[3][64] = {AT_64(0), AT_64(64), AT_64(128)};

__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi"), always_inline))
static inline void store_rgb_avx512(uint8_t *rgb, const __m512i channels[3]) {
  // Every third byte, from the first, the second and the third on.
  const __mmask64 thirds[] = {0x9249249249249249, 0x2492492492492492, 0x4924924924924924};
#pragma clang loop unroll(full)
  for (int i = 0; i < 3; i++) {
    const __m512i places = _mm512_loadu_si512(rgb_places[i]);
    __m512i part = _mm512_permutexvar_epi8(places, channels[0]);
    // Byte 64 i is one of channel i.
    part = _mm512_mask_permutexvar_epi8(part, thirds[(4 - i) % 3], places, channels[1]);
    part = _mm512_mask_permutexvar_epi8(part, thirds[(5 - i) % 3], places, channels[2]);
    _mm512_storeu_si512(rgb + 64 * i, part);
  }
}

#define FEATURES avx512
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi")))
#define VECTOR __m512i
#define OP(name) _mm512_##name
#define LOAD(from) _mm512_loadu_si512(from)
#define STORE(to, vector) _mm512_storeu_si512(to, vector)
#define AND(a, b) _mm512_and_si512(a, b)
#include "RGBRowsEach.h"

#elif defined(__aarch64__)

#include "RGBRowsNeon.h"

#endif

#endif
