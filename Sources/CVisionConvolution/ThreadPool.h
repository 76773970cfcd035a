// How kernels split their work for a thread pool.

#ifndef VISION_THREAD_POOL_H
#define VISION_THREAD_POOL_H

#include "CVisionConvolution.h"

/// Rounds up to a multiple of the threads, so that each gets the same number of equal parts.
static inline int vision_round_up_parts(int parts, int threads) { return (parts + threads - 1) / threads * threads; }

/// The start of one of `parts` equal parts.
static inline int vision_part_start(int whole, int part, int parts) { return (int)((int64_t)whole * part / parts); }

/// Ranges of pixels x shares of channels; a part is one of each.
typedef struct {
  int ranges, shares;
} VisionParts;

/// Splits work into more parts than threads, so that none waits long for the last, and the same number for each: more
/// shares first, then more ranges.
static inline VisionParts vision_split(int ranges, int maxRanges, int maxShares, int threads) {
  VisionParts parts = {ranges, 1};
  const int wanted = threads == 1 ? 1 : 4 * threads;
  while (parts.ranges * parts.shares < wanted) {
    if (parts.shares < maxShares) parts.shares++;
    else if (parts.ranges < maxRanges) parts.ranges++;
    else break;
  }
  if (parts.shares % threads != 0) {
    const int even = vision_round_up_parts(parts.ranges, threads);
    parts.ranges = even < maxRanges ? even : maxRanges;
  }
  return parts;
}

#endif
