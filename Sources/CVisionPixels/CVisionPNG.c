#include "CVisionPNG.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

typedef enum { kNone, kSub, kUp, kAverage, kPaeth } Filter;

// The channels of a pixel, each in 16 bits: 8 at most.
typedef int16_t Lanes __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(8)));
typedef uint8_t Block __attribute__((vector_size(32)));

// Rows move towards the start of the memory as they are unfiltered, by one byte more each: writes stay behind reads, so
// a vector that is read before it is written never loses a byte. Pixels of 3 bytes are read and written as 4. The
// fourth byte written belongs to the next pixel, which is written later; the fourth byte read affects no other.
enum { kPixelOf3 = 4 };

INLINE Bytes load_bytes(const uint8_t *pixel, const int size) {
  Bytes bytes = {0};
  memcpy(&bytes, pixel, size == 3 ? kPixelOf3 : size);
  return bytes;
}

INLINE void store_bytes(Bytes pixel, uint8_t *to, const int size) {
  memcpy(to, &pixel, size == 3 ? kPixelOf3 : size);
}

INLINE Lanes load(const uint8_t *pixel, const int size) {
  return __builtin_convertvector(load_bytes(pixel, size), Lanes);
}

INLINE void store(Lanes pixel, uint8_t *to, const int size) {
  store_bytes(__builtin_convertvector(pixel, Bytes), to, size);
}

// The pixel for the filter Paeth: `added` plus the neighbour of left, upper and corner (upper left) that is nearest to
// left + upper - corner, in this order for ties. That is the lower of left and upper where the corner is high, the
// higher where it is low, and the corner in between. In this form, with the sums computed before the choice, little
// depends on the pixel to the left.
INLINE Lanes paeth(Lanes left, Lanes upper, Lanes corner, Lanes added) {
  const Lanes lower = __builtin_elementwise_min(left, upper), higher = __builtin_elementwise_max(left, upper);
  const Lanes middle = corner * 3 - upper - left;
  const Lanes isNotHigh = higher > middle, isNotLow = middle > lower;
  // High and low at once means that left and upper are equal.
  const Lanes outer = ((lower + added) & ~isNotHigh) | ((higher + added) & ~isNotLow);
  return (outer | ((corner + added) & isNotHigh & isNotLow)) & 255;
}

INLINE void undo_sub(uint8_t *to, const uint8_t *from, int64_t count, const int size) {
  Bytes left = {0};
  for (int64_t i = 0; i < count; i += size) {
    left += load_bytes(from + i, size);
    store_bytes(left, to + i, size);
  }
}

INLINE void undo_up(uint8_t *to, const uint8_t *from, const uint8_t *upper, int64_t count) {
  int64_t i = 0;
  for (; i + (int64_t)sizeof(Block) <= count; i += sizeof(Block)) {
    Block filtered, above;
    memcpy(&filtered, from + i, sizeof(Block));
    memcpy(&above, upper + i, sizeof(Block));
    filtered += above;
    memcpy(to + i, &filtered, sizeof(Block));
  }
  for (; i < count; i++) to[i] = (uint8_t)(from[i] + upper[i]);
}

INLINE void undo_average(uint8_t *to, const uint8_t *from, const uint8_t *upper, int64_t count, const int size) {
  Lanes left = {0};
  for (int64_t i = 0; i < count; i += size) {
    const Lanes above = upper ? load(upper + i, size) : (Lanes){0};
    left = (((left + above) >> 1) + load(from + i, size)) & 255;
    store(left, to + i, size);
  }
}

INLINE void undo_paeth(uint8_t *to, const uint8_t *from, const uint8_t *upper, int64_t count, const int size) {
  Lanes left = {0}, corner = {0};
  for (int64_t i = 0; i < count; i += size) {
    const Lanes above = load(upper + i, size);
    left = paeth(left, above, corner, load(from + i, size));
    corner = above;
    store(left, to + i, size);
  }
}

// `upper` is NULL for the first row, where all values above count as zero.
INLINE bool undo_row(
  Filter filter, uint8_t *to, const uint8_t *from, const uint8_t *upper, int64_t count, const int size
) {
  switch (filter) {
  case kNone: memmove(to, from, (size_t)count); return true;
  case kSub: undo_sub(to, from, count, size); return true;
  case kUp:
    if (upper) undo_up(to, from, upper, count); else memmove(to, from, (size_t)count);
    return true;
  case kAverage: undo_average(to, from, upper, count, size); return true;
  case kPaeth:
    if (upper) undo_paeth(to, from, upper, count, size); else undo_sub(to, from, count, size);
    return true;
  default: return false;
  }
}

INLINE bool undo_rows(uint8_t *rows, int64_t rowBytes, int64_t rowCount, const int size) {
  const uint8_t *from = rows;
  uint8_t *to = rows;
  for (int64_t y = 0; y < rowCount; y++) {
    const uint8_t *upper = y > 0 ? to - rowBytes : NULL;
    if (!undo_row((Filter)from[0], to, from + 1, upper, rowBytes, size)) return false;
    from += rowBytes + 1;
    to += rowBytes;
  }
  return true;
}

// Not cloned for newer processors: each pixel depends on the one to its left, whatever the vectors' width.
bool vision_png_undo_filters(uint8_t *rows, int64_t rowBytes, int64_t rowCount, int pixelBytes) {
  // A copy of the loops for each size.
  switch (pixelBytes) {
  case 1: return undo_rows(rows, rowBytes, rowCount, 1);
  case 2: return undo_rows(rows, rowBytes, rowCount, 2);
  case 3: return undo_rows(rows, rowBytes, rowCount, 3);
  case 4: return undo_rows(rows, rowBytes, rowCount, 4);
  case 6: return undo_rows(rows, rowBytes, rowCount, 6);
  case 8: return undo_rows(rows, rowBytes, rowCount, 8);
  default: return false;
  }
}
