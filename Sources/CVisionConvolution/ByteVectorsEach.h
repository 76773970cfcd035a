// One row of `ByteVectors.h`: what its templates share, and the template.

#define NAME_OF(name, features) name##_##features
#define NAME_IN(name, features) NAME_OF(name, features)
#define NAME(name) NAME_IN(name, FEATURES)
#define INLINE TARGET static inline __attribute__((always_inline))

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
