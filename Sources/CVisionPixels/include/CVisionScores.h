// Kernels that look over a detector's scores.

#ifndef CVISION_SCORES_H
#define CVISION_SCORES_H

#include <stddef.h>
#include <stdint.h>

/// The largest of some bytes after bits of each were flipped; 0 of none.
uint8_t vision_largest_byte(const uint8_t *bytes, size_t count, uint8_t flip);

/// The largest of some numbers, minus infinity of none; what is no number does not count.
float vision_largest_float(const float *numbers, size_t count);

#endif
