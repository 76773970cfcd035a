// Kernels that scan a detector's scores.

#ifndef CVISION_SCORES_H
#define CVISION_SCORES_H

#include <stddef.h>
#include <stdint.h>

/// The largest of the bytes after XOR with a mask; 0 for none.
uint8_t vision_largest_byte(const uint8_t *bytes, size_t count, uint8_t flip);

/// The largest of the numbers, minus infinity for none; NaN does not count.
float vision_largest_float(const float *numbers, size_t count);

#endif
