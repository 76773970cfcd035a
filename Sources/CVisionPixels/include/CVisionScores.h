// A kernel that looks over a detector's scores.

#ifndef CVISION_SCORES_H
#define CVISION_SCORES_H

#include <stddef.h>
#include <stdint.h>

/// The largest of some bytes after bits of each were flipped; 0 of none.
uint8_t vision_largest_byte(const uint8_t *bytes, size_t count, uint8_t flip);

#endif
