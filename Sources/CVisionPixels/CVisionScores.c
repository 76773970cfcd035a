#include "CVisionScores.h"

#include <math.h>
#include <string.h>

#include "VisionClones.h"

typedef float Floats16 __attribute__((vector_size(64)));
typedef int32_t Masks16 __attribute__((vector_size(64)));

VISION_CLONES
uint8_t vision_largest_byte(const uint8_t *bytes, size_t count, uint8_t flip) {
  uint8_t largest = 0;
  for (size_t i = 0; i < count; i++) {
    const uint8_t byte = bytes[i] ^ flip;
    largest = byte > largest ? byte : largest;
  }
  return largest;
}

VISION_CLONES
float vision_largest_float(const float *numbers, size_t count) {
  float largest = -INFINITY;
  Floats16 best = largest - (Floats16){0};
  size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    Floats16 value;
    memcpy(&value, numbers + i, sizeof value);
    const Masks16 isLarger = value > best;
    best = (Floats16)((isLarger & (Masks16)value) | (~isLarger & (Masks16)best));
  }
  for (int lane = 0; lane < 16; lane++) largest = best[lane] > largest ? best[lane] : largest;
  for (; i < count; i++) largest = numbers[i] > largest ? numbers[i] : largest;
  return largest;
}
