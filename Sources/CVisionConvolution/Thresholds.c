#include "Thresholds.h"

// KernelFuzz lowers these, so that its small shapes, which are fast, are computed in every way. They are alone in this file because the
// other files' objects then serve both.
#ifndef VISION_SINGLE_WIDTH
#define VISION_SINGLE_WIDTH 64
#endif
#ifndef VISION_FIRST_LEVEL_CACHE
#define VISION_FIRST_LEVEL_CACHE (32 << 10)
#endif
#ifndef VISION_LARGE_BLOCK
#define VISION_LARGE_BLOCK (1 << 20)
#endif
#ifndef VISION_BLOCK_ROWS
#define VISION_BLOCK_ROWS (3 << 19)
#endif

const int32_t vision_single_width = VISION_SINGLE_WIDTH;
const int64_t vision_first_level_cache = VISION_FIRST_LEVEL_CACHE;
const size_t vision_large_block = VISION_LARGE_BLOCK;
const size_t vision_block_rows = VISION_BLOCK_ROWS;
