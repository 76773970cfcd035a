#include "CVisionExponential.h"
#include "CVisionMask.h"
#include "VisionClones.h"

VISION_CLONES
void vision_logistic(const float *restrict logits, int count, float *restrict probabilities) {
  for (int i = 0; i < count; i++) {
    probabilities[i] = logistic(logits[i]);
  }
}
