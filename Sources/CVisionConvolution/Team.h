// How kernels hand their parts to a team.

#ifndef VISION_TEAM_H
#define VISION_TEAM_H

#include "CVisionConvolution.h"

/// Computes one part of a kernel's work; `member` tells whose working memory is free for it.
typedef void VisionPart(const void *work, int part, int member);

/// Computes parts 0 to `count` - 1, in any order and side by side, and returns when all are done. Without a team the caller
/// computes them one by one as member 0.
void vision_team_share(VisionTeam *team, VisionPart *compute, const void *work, int count);

#endif
