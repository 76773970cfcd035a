// What `DepthwiseStrip.h` reads and writes for quantized values: their differences from zero points, which are
// integers. A sum of products is at most 25 * 255 * 255, so it is exact in a float.

#define NUMBER uint8_t
#define PACKED ByteChannels

typedef int32_t NAME(Integers) __attribute__((vector_size(4 * LANES), aligned(4)));
typedef uint8_t NAME(Bytes) __attribute__((vector_size(LANES), aligned(1)));

/// What turns bytes into numbers, and sums into bytes.
typedef struct {
  NAME(Integers) biases;
  VECTOR scales;
  /// Whether sums contain the biases, because they are exact with them.
  bool hasBiases;
  /// The bits that make a byte the last places of the float 2^23, and what is subtracted from that.
  int32_t bits;
  float offset;
  Requantization close;
  int present;
} NAME(Ends);

INLINE NAME(Integers) NAME(biases)(const ByteChannels *packed) {
  const NAME(Integers) weightSums = *(const NAME(Integers) *)(packed->head->weightSums + packed->lane);
  return *(const NAME(Integers) *)(packed->head->offsets + packed->lane) + packed->shape->inputZeroPoint * weightSums;
}

/// Whether sums with the biases are below 2^24.
INLINE bool NAME(are_small)(NAME(Integers) biases) {
  return __builtin_reduce_max(biases) < 1 << 23 && __builtin_reduce_min(biases) > -(1 << 23);
}

INLINE NAME(Ends) NAME(ends)(
  const VisionDepthwise *shape, const DepthwiseSteps *steps, const ByteChannels *packed
) {
  const NAME(Integers) biases = NAME(biases)(packed);
  return (NAME(Ends)){
    biases, LOAD(packed->head->scales + packed->lane), NAME(are_small)(biases),
    0x4B000000 | sign_flip(packed->shape->isInputSigned), 0x1p23f + (float)packed->shape->inputZeroPoint,
    requantization(packed->shape), packed->present,
  };
}

INLINE VECTOR NAME(start)(const ByteChannels *packed) {
  const NAME(Integers) biases = NAME(biases)(packed);
  return NAME(are_small)(biases) ? __builtin_convertvector(biases, VECTOR) : (VECTOR){0};
}

/// Weights of the strip's first row, from the quads that have those of four rows.
INLINE VECTOR NAME(tap)(const ByteChannels *packed, int column, int row, int window) {
  const char *quads = (const char *)(packed->head + 1) + packed->lane * QUAD;
  const NAME(Integers) four = *(const NAME(Integers) *)(
    quads + (row / QUAD * window + column) * QUANTIZED_PANEL * QUAD);
  return __builtin_convertvector(
    (four << 8 * (QUAD - 1 - row % QUAD) >> 8 * (QUAD - 1)) + zero_point_correction(packed->shape), VECTOR);
}

INLINE VECTOR NAME(value)(const NAME(Ends) *ends, const uint8_t *from, const bool isFull) {
  NAME(Bytes) bytes = {0};
  if (isFull) bytes = *(const NAME(Bytes) *)from;
  else for (int i = 0; i < ends->present; i++) bytes[i] = from[i];
  return (VECTOR)(__builtin_convertvector(bytes, NAME(Integers)) ^ ends->bits) - ends->offset;
}

INLINE bool NAME(is_plain)(const NAME(Ends) *ends) { return true; }

INLINE void NAME(write)(const NAME(Ends) *ends, VECTOR sum, uint8_t *to, const bool isFull, const bool isPlain) {
  if (!ends->hasBiases) {
    sum = __builtin_convertvector(__builtin_convertvector(sum, NAME(Integers)) + ends->biases, VECTOR);
  }
  const NAME(Bytes) bytes = REQUANTIZED(NAME(Integers), VECTOR, NAME(Bytes), sum, ends->scales, ends->close);
  if (isFull) *(NAME(Bytes) *)to = bytes;
  else for (int i = 0; i < ends->present; i++) to[i] = bytes[i];
}
