// What `DepthwiseStrip.h` reads and writes for floats.

#define NUMBER float
#define PACKED float

/// The bounds of outputs, and what follows them.
typedef struct {
  VECTOR min, max;
  bool isHardSwish, hasResidual;
  ptrdiff_t residual;
  float sumMin, sumMax;
} NAME(Ends);

INLINE NAME(Ends) NAME(ends)(const VisionDepthwise *shape, const DepthwiseSteps *steps, const float *packed) {
  NAME(Ends) ends = {.min = shape->min - (VECTOR){0}, .max = shape->max - (VECTOR){0}, .isHardSwish = shape->isHardSwish};
  if (steps->epilogue != NULL && steps->epilogue->residual != NULL) {
    ends.hasResidual = true;
    ends.residual = steps->residual;
    ends.sumMin = steps->epilogue->min;
    ends.sumMax = steps->epilogue->max;
  }
  return ends;
}

INLINE VECTOR NAME(start)(const float *packed) { return LOAD(packed); }

INLINE VECTOR NAME(tap)(const float *packed, int column, int row, int window) {
  return LOAD(packed + BLOCK * (1 + column * window + row));
}

INLINE VECTOR NAME(value)(const NAME(Ends) *ends, const float *from, const bool isFull) { return LOAD(from); }

/// Whether nothing follows the bounds.
INLINE bool NAME(is_plain)(const NAME(Ends) *ends) { return !ends->isHardSwish && !ends->hasResidual; }

INLINE void NAME(write)(const NAME(Ends) *ends, VECTOR sum, float *to, const bool isFull, const bool isPlain) {
  const VECTOR raised = AT_LEAST(sum, ends->min);
  VECTOR value = AT_MOST(raised, ends->max);
  if (!isPlain && ends->isHardSwish) {
    const VECTOR sixth = HARD_SWISH_SIXTH - (VECTOR){0}, half = 0.5f - (VECTOR){0}, none = {0}, one = 1 - (VECTOR){0};
    const VECTOR share = __builtin_elementwise_fma(value, sixth, half);
    const VECTOR positive = AT_LEAST(share, none);
    const VECTOR bounded = AT_MOST(positive, one);
    value *= bounded;
  }
  if (!isPlain && ends->hasResidual) {
    value += LOAD((const float *)((const char *)to + ends->residual));
    const VECTOR least = ends->sumMin - (VECTOR){0}, most = ends->sumMax - (VECTOR){0};
    const VECTOR above = AT_LEAST(value, least);
    value = AT_MOST(above, most);
  }
  *(NAME(Loose) *)to = value;
}
