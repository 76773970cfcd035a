#include "CVisionSegments.h"

#include <stdatomic.h>
#include <string.h>

#include "CVisionExponential.h"
#include "VisionClones.h"

// Products and sums are each rounded, as in MediaPipe.
#pragma STDC FP_CONTRACT OFF

enum { blockSize = 64, maxClasses = 256 };

VISION_CLONES
void vision_class_planes(
  const float *restrict values, int64_t first, int64_t end, int classes, VisionActivation activation,
  float *restrict planes, int64_t planeStride
) {
  for (int64_t start = first; start < end; start += blockSize) {
    const int count = end - start < blockSize ? (int)(end - start) : blockSize;
    const float *restrict source = values + start * classes;
    float largest[blockSize], sum[blockSize];
    for (int i = 0; i < count; i++) {
      largest[i] = source[i * classes];
      sum[i] = 0;
    }
    for (int class = 0; class < classes; class++) {
      float *restrict row = planes + class * planeStride + start;
      for (int i = 0; i < count; i++) row[i] = source[i * classes + class];
      if (activation == VisionActivationSigmoid) {
        for (int i = 0; i < count; i++) row[i] = logistic(row[i]);
      } else if (activation == VisionActivationSoftmax) {
        for (int i = 0; i < count; i++) largest[i] = row[i] > largest[i] ? row[i] : largest[i];
      }
    }
    if (activation != VisionActivationSoftmax) continue;
    for (int class = 0; class < classes; class++) {
      float *restrict row = planes + class * planeStride + start;
      for (int i = 0; i < count; i++) {
        row[i] = exponential((double)(row[i] - largest[i]));
        sum[i] += row[i];
      }
    }
    for (int class = 0; class < classes; class++) {
      float *restrict row = planes + class * planeStride + start;
      for (int i = 0; i < count; i++) row[i] /= sum[i];
    }
  }
}

typedef float Lanes __attribute__((vector_size(32), aligned(4)));

enum { laneCount = sizeof(Lanes) / sizeof(float) };

VISION_CLONES
void vision_resize_row(const float *restrict row, VisionTaps columns, float *restrict result) {
  const int32_t *restrict first = columns.first, *restrict second = columns.second, *restrict runs = columns.runs;
  const float *restrict weight = columns.weight;
  const int count = runs[columns.runCount];
  if (count < 2 * columns.runCount) {
    for (int i = 0; i < count; i++) result[i] = row[first[i]] * (1 - weight[i]) + row[second[i]] * weight[i];
    return;
  }
  for (int run = 0; run < columns.runCount; run++) {
    int i = runs[run];
    const int end = runs[run + 1];
    const float left = row[first[i]], right = row[second[i]];
    // What is behind the run's end is written again by the next one.
    for (; i < end && count - i >= laneCount; i += laneCount) {
      const Lanes share = *(const Lanes *)(weight + i);
      *(Lanes *)(result + i) = left * (1 - share) + right * share;
    }
    for (; i < end; i++) result[i] = left * (1 - weight[i]) + right * weight[i];
  }
}

VISION_CLONES
void vision_blend_rows(
  const float *restrict first, const float *restrict second, float weight, int count, float *restrict result
) {
  const float other = 1 - weight;
  for (int i = 0; i < count; i++) result[i] = first[i] * other + second[i] * weight;
}

VISION_CLONES
void vision_stream_blended_rows(
  const float *restrict first, const float *restrict second, float weight, int count, float *restrict result
) {
  typedef float Aligned __attribute__((vector_size(32)));
  const float other = 1 - weight;
  int i = 0;
  for (; i < count && (uintptr_t)(result + i) % sizeof(Aligned) != 0; i++) {
    result[i] = first[i] * other + second[i] * weight;
  }
  for (; count - i >= laneCount; i += laneCount) {
    const Aligned blended = *(const Lanes *)(first + i) * other + *(const Lanes *)(second + i) * weight;
    __builtin_nontemporal_store(blended, (Aligned *)(result + i));
  }
  for (; i < count; i++) result[i] = first[i] * other + second[i] * weight;
}

void vision_finish_streaming(void) {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#else
  atomic_thread_fence(memory_order_release);
#endif
}

VISION_CLONES
float vision_largest_magnitude(const float *restrict values, int64_t count) {
  // As whole numbers, magnitudes have the same order, infinity and NaN last.
  int32_t largest = 0;
  for (int64_t i = 0; i < count; i++) {
    int32_t bits;
    memcpy(&bits, values + i, sizeof bits);
    bits &= 0x7FFFFFFF;
    largest = bits > largest ? bits : largest;
  }
  float result;
  memcpy(&result, &largest, sizeof result);
  return result;
}

VISION_CLONES
void vision_class_codes(
  const float *restrict values, int64_t count, int classes, float threshold, float margin, uint8_t *restrict codes,
  uint8_t *restrict sure
) {
  if (classes == 1) {
    for (int64_t i = 0; i < count; i++) {
      const float distance = values[i] - threshold;
      codes[i] = values[i] > threshold ? 0 : 255;
      sure[i] = (distance > margin) | (distance < -margin);
    }
    return;
  }
  for (int64_t start = 0; start < count; start += blockSize) {
    const int block = count - start < blockSize ? (int)(count - start) : blockSize;
    const float *restrict source = values + start * classes;
    float best[blockSize], next[blockSize];
    int32_t code[blockSize];
    for (int i = 0; i < block; i++) {
      const float a = source[i * classes], b = source[i * classes + 1];
      best[i] = b > a ? b : a;
      next[i] = b > a ? a : b;
      code[i] = b > a;
    }
    for (int class = 2; class < classes; class++) {
      for (int i = 0; i < block; i++) {
        const float value = source[i * classes + class];
        const float lower = value > next[i] ? value : next[i];
        next[i] = value > best[i] ? best[i] : lower;
        code[i] = value > best[i] ? class : code[i];
        best[i] = value > best[i] ? value : best[i];
      }
    }
    for (int i = 0; i < block; i++) {
      codes[start + i] = (uint8_t)code[i];
      sure[start + i] = best[i] - next[i] > margin;
    }
  }
}

/// The code of values interpolated between four neighbours, down the columns first.
static inline uint8_t interpolated_code(
  const VisionClassMap *map, const float *restrict upperLeft, const float *restrict lowerLeft,
  const float *restrict upperRight, const float *restrict lowerRight, float down, float across
) {
  float values[maxClasses];
  const int classes = map->classes;
  for (int i = 0; i < classes; i++) {
    const float left = upperLeft[i] + (lowerLeft[i] - upperLeft[i]) * down;
    const float right = upperRight[i] + (lowerRight[i] - upperRight[i]) * down;
    values[i] = left + (right - left) * across;
  }
  if (map->hasSigmoid) {
    for (int i = 0; i < classes; i++) values[i] = logistic(values[i]);
  }
  if (classes == 1) return values[0] > 0.5f ? 0 : 255;
  int best = 0;
  for (int i = 1; i < classes; i++) best = values[i] > values[best] ? i : best;
  return (uint8_t)best;
}

VISION_CLONES
void vision_code_row(
  const VisionClassMap *restrict map, int32_t firstRow, int32_t secondRow, float weight, VisionTaps columns,
  const int32_t *restrict starts, uint8_t *restrict cells, uint8_t *restrict row
) {
  const int width = map->width;
  const int64_t upper = (int64_t)firstRow * width, lower = (int64_t)secondRow * width;
  const uint8_t *restrict codes = map->codes, *restrict sure = map->sure;
  uint8_t *restrict isMixed = cells + width;
  for (int x = 0; x < width; x++) {
    const int next = x + 1 < width ? x + 1 : x;
    const uint8_t code = codes[upper + x];
    const int isOne = (codes[upper + next] == code) & (codes[lower + x] == code) & (codes[lower + next] == code);
    cells[x] = code;
    isMixed[x] = !(isOne & sure[upper + x] & sure[upper + next] & sure[lower + x] & sure[lower + next]);
  }
  const int64_t classes = map->classes;
  const float *restrict values = map->values;
  for (int x = 0; x < width;) {
    if (!isMixed[x]) {
      const int first = x++;
      while (x < width && !isMixed[x] && cells[x] == cells[first]) x++;
      memset(row + starts[first], cells[first], (size_t)(starts[x] - starts[first]));
      continue;
    }
    for (int i = starts[x]; i < starts[x + 1]; i++) {
      const int32_t next = columns.second[i];
      row[i] = interpolated_code(
        map, values + (upper + x) * classes, values + (lower + x) * classes, values + (upper + next) * classes,
        values + (lower + next) * classes, weight, columns.weight[i]);
    }
    x++;
  }
}

void vision_count_codes(const uint8_t *codes, int64_t count, int64_t counts[256]) {
  // Four tables, so that runs of one code do not wait for the sum before.
  int64_t parts[4][256] = {{0}};
  int64_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (int part = 0; part < 4; part++) parts[part][codes[i + part]]++;
  }
  for (; i < count; i++) parts[0][codes[i]]++;
  for (int code = 0; code < 256; code++) {
    counts[code] = parts[0][code] + parts[1][code] + parts[2][code] + parts[3][code];
  }
}

VISION_CLONES
void vision_tint_codes(
  const uint8_t *restrict codes, int64_t count, const uint32_t *restrict colors, uint32_t weight,
  uint32_t *restrict pixels
) {
  const uint32_t rest = 256 - weight, lanes = 0x00FF00FF, half = 0x00800080;
  for (int64_t i = 0; i < count; i++) {
    const uint32_t color = colors[codes[i]], pixel = pixels[i];
    // Two channels in a word: products stay below 65 536.
    const uint32_t low = ((pixel & lanes) * rest + (color & lanes) * weight + half) >> 8 & lanes;
    const uint32_t high = ((pixel >> 8 & lanes) * rest + (color >> 8 & lanes) * weight + half) & ~lanes;
    pixels[i] = color == 0 ? pixel : low | high;
  }
}

/// A weight in units of 1 / `full`; NaN is 0.
static inline uint32_t whole_weight(float weight, float full) {
  const float positive = weight > 0 ? weight : 0;
  return (uint32_t)(int32_t)((positive < 1 ? positive : 1) * full + 0.5f);
}

VISION_CLONES
void vision_composite_row(
  uint32_t *restrict front, const uint32_t *restrict back, const float *restrict weights, int64_t count
) {
  const uint32_t lanes = 0x00FF00FF, half = 0x00800080;
  for (int64_t i = 0; i < count; i++) {
    const uint32_t weight = whole_weight(weights[i], 256), rest = 256 - weight;
    const uint32_t low = ((front[i] & lanes) * weight + (back[i] & lanes) * rest + half) >> 8 & lanes;
    const uint32_t high = ((front[i] >> 8 & lanes) * weight + (back[i] >> 8 & lanes) * rest + half) & ~lanes;
    front[i] = low | high | 0xFF000000;
  }
}

VISION_CLONES
void vision_cut_row(uint32_t *restrict pixels, const float *restrict weights, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    pixels[i] = (pixels[i] & 0x00FFFFFF) | whole_weight(weights[i], 255) << 24;
  }
}

VISION_CLONES
void vision_pack_row(
  const float *restrict blue, const float *restrict green, const float *restrict red, int64_t count,
  uint32_t *restrict pixels
) {
  const float scale = 1.0f / 255;
  for (int64_t i = 0; i < count; i++) {
    pixels[i] = 0xFF000000 | whole_weight(red[i] * scale, 255) << 16 | whole_weight(green[i] * scale, 255) << 8 |
      whole_weight(blue[i] * scale, 255);
  }
}
