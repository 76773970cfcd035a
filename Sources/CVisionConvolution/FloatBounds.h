// The bounds of the floats of a vector: on x86-64 as in plain C, `value < min ? min : value > max ? max : value`; elsewhere
// NaN becomes `min`, and the sign of zero may differ.

#ifndef VISION_FLOAT_BOUNDS_H
#define VISION_FLOAT_BOUNDS_H

#if defined(__x86_64__)

// One instruction each. The compiler's own maximum takes three here, as it looks for NaN.
#define BITWISE_CHOICE(mask, yes, no) \
  ((__typeof__(no))(((mask) & (__typeof__(mask))(yes)) | (~(mask) & (__typeof__(mask))(no))))
#define AT_LEAST(value, min) BITWISE_CHOICE((min) > (value), min, value)
#define AT_MOST(value, max) BITWISE_CHOICE((max) < (value), max, value)

#else

#define AT_LEAST(value, min) __builtin_elementwise_max(value, min)
#define AT_MOST(value, max) __builtin_elementwise_min(value, max)

#endif

/// Hard swish in XNNPACK's steps; a sixth is rounded, and the first product and sum are rounded once.
#define HARD_SWISH_SIXTH 0x1.555556p-3f

#endif
