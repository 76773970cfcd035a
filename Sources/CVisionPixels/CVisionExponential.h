#ifndef CVISION_EXPONENTIAL_H
#define CVISION_EXPONENTIAL_H

#include <stdint.h>
#include <string.h>

// Products and sums are each rounded, on every processor alike.
#pragma STDC FP_CONTRACT OFF

// The exponential function in double precision: a power of two for the integer part of the binary logarithm, and the
// series to the eighth power for the remainder, which is at most half of ln 2. Its error, 2e-10, is far below a float's
// precision.
static inline float exponential(double x) {
  const double bounded = x < -104 ? -104 : x > 89 ? 89 : x;
  // Adding this leaves the rounded integer in the lowest bits.
  const double whole = 0x1.8p52;
  const double shifted = bounded * 0x1.71547652b82fep0 + whole;
  const double rest = bounded - (shifted - whole) * 0x1.62e42fefa39efp-1;
  double series = 1.0 / 40320;
  series = series * rest + 1.0 / 5040;
  series = series * rest + 1.0 / 720;
  series = series * rest + 1.0 / 120;
  series = series * rest + 1.0 / 24;
  series = series * rest + 1.0 / 6;
  series = series * rest + 0.5;
  series = series * rest + 1;
  series = series * rest + 1;
  uint64_t exponent;
  memcpy(&exponent, &shifted, sizeof exponent);
  exponent = (exponent + 1023) << 52;
  double power;
  memcpy(&power, &exponent, sizeof power);
  return (float)(series * power);
}

static inline float logistic(float value) { return (float)(1 / ((double)exponential(-(double)value) + 1)); }

#endif
