// What `DepthwiseStrip.h` reads and writes for floats.

#define NUMBER float
#define PACKED float

/// The bounds of outputs.
typedef struct {
  VECTOR min, max;
} NAME(Ends);

INLINE NAME(Ends) NAME(ends)(const VisionDepthwise *shape, const float *packed) {
  return (NAME(Ends)){shape->min - (VECTOR){0}, shape->max - (VECTOR){0}};
}

INLINE VECTOR NAME(start)(const float *packed) { return LOAD(packed); }

INLINE VECTOR NAME(tap)(const float *packed, int column, int row, int window) {
  return LOAD(packed + BLOCK * (1 + column * window + row));
}

INLINE VECTOR NAME(value)(const NAME(Ends) *ends, const float *from, const bool isFull) { return LOAD(from); }

INLINE void NAME(write)(const NAME(Ends) *ends, VECTOR sum, float *to, const bool isFull) {
  const VECTOR raised = AT_LEAST(sum, ends->min);
  *(NAME(Loose) *)to = AT_MOST(raised, ends->max);
}
