#include "Random.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CVisionConvolution.h"

enum { MOST_ALLOCATIONS = 512 };

static const uint8_t *rest;
static size_t restCount;
static uint64_t state;
static void *allocations[MOST_ALLOCATIONS];
static int allocationCount;

void random_begin(const uint8_t *bytes, size_t count) {
  rest = bytes;
  restCount = count;
  state = 1469598103934665603u;
  for (size_t i = 0; i < count; i++) state = (state ^ bytes[i]) * 1099511628211u;
}

void random_seed(uint64_t seed) {
  restCount = 0;
  state = seed;
}

_Noreturn void fail(const char *what, const char *kind) {
  fprintf(stderr, "%s, %s: %s\n", kind, vision_kernel_path(), what);
  abort();
}

// The next number of SplitMix64.
uint64_t random_bits(void) {
  state += 0x9E3779B97F4A7C15;
  uint64_t mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
  return mixed ^ mixed >> 31;
}

int draw(int end) {
  if (restCount < 2) return (int)(random_bits() % (uint64_t)end);
  const int value = rest[0] | rest[1] << 8;
  rest += 2, restCount -= 2;
  return value % end;
}

int between(int minimum, int maximum) { return minimum + draw(maximum - minimum + 1); }

float noise(void) { return (float)((double)(int64_t)random_bits() * 0x1p-63); }

void *allocate(size_t size, size_t skew) {
  void *memory;
  if (allocationCount == MOST_ALLOCATIONS || posix_memalign(&memory, 64, size + skew) != 0) fail("memory", "fuzzer");
  allocations[allocationCount++] = memory;
  memset(memory, 0xFF, size + skew);
  return (char *)memory + skew;
}

uint8_t *random_bytes(size_t count) {
  uint8_t *bytes = allocate(count, 1);
  const bool isExtreme = draw(4) == 0;
  const uint64_t bits = random_bits();
  for (size_t i = 0; i < count; i++) bytes[i] = !isExtreme ? (uint8_t)random_bits() : bits >> i % (2 + bits % 60) & 1 ? 255 : 0;
  return bytes;
}

float *noises(size_t count) {
  float *numbers = allocate(count * sizeof(float), 4);
  for (size_t i = 0; i < count; i++) numbers[i] = noise();
  return numbers;
}

void release_all(void) {
  while (allocationCount > 0) free(allocations[--allocationCount]);
}
