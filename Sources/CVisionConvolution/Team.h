// How many parts kernels hand to a team.

#ifndef VISION_TEAM_H
#define VISION_TEAM_H

#include "CVisionConvolution.h"

/// As many parts or a few more, so that every member gets the same number of equal ones.
static inline int vision_team_even(int parts, int members) { return (parts + members - 1) / members * members; }

/// Where a part of equal parts of a whole starts.
static inline int vision_part_start(int whole, int part, int parts) { return (int)((int64_t)whole * part / parts); }

/// Ranges of pixels and shares of channels; a part is a range and a share.
typedef struct {
  int ranges, shares;
} VisionParts;

/// More parts than members, so that nobody waits long for the last, and as many for each: more shares first, then more ranges.
static inline VisionParts vision_team_split(int ranges, int mostRanges, int mostShares, int members) {
  VisionParts parts = {ranges, 1};
  const int wanted = members == 1 ? 1 : 2 * members;
  while (parts.ranges * parts.shares < wanted) {
    if (parts.shares < mostShares) parts.shares++;
    else if (parts.ranges < mostRanges) parts.ranges++;
    else break;
  }
  if (parts.shares % members != 0) {
    const int even = vision_team_even(parts.ranges, members);
    parts.ranges = even < mostRanges ? even : mostRanges;
  }
  return parts;
}

#endif
