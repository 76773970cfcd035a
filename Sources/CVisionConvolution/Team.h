// How many parts kernels hand to a team.

#ifndef VISION_TEAM_H
#define VISION_TEAM_H

#include "CVisionConvolution.h"

/// As many parts or a few more, so that every member gets the same number of equal ones.
static inline int vision_team_even(int parts, int members) { return (parts + members - 1) / members * members; }

#endif
