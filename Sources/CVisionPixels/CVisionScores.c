#include "CVisionScores.h"

#include "VisionClones.h"

VISION_CLONES
uint8_t vision_largest_byte(const uint8_t *bytes, size_t count, uint8_t flip) {
  uint8_t largest = 0;
  for (size_t i = 0; i < count; i++) {
    const uint8_t byte = bytes[i] ^ flip;
    largest = byte > largest ? byte : largest;
  }
  return largest;
}
