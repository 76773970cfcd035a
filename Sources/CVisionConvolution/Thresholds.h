// Sizes from which a kernel works in another way.

#ifndef VISION_THRESHOLDS_H
#define VISION_THRESHOLDS_H

#include <stddef.h>
#include <stdint.h>

/// Pixels of a row from which a single output channel is computed for vectors of pixels.
extern const int32_t vision_single_width;
/// Bytes of the first-level cache.
extern const int64_t vision_first_level_cache;
/// Bytes of all intermediate tensors of a block above which they do not stay in a cache.
extern const size_t vision_large_block;
/// Bytes of a block's intermediate rows for each thread.
extern const size_t vision_block_rows;

#endif
