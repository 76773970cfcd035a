// A kernel of MACs, and the macro that defines most of them.

#ifndef PEAK_KERNEL_H
#define PEAK_KERNEL_H

#include <stdint.h>

// The features of a processor.
typedef struct {
  const char *name;
  int64_t (*run)(int64_t rounds);
} PeakKernel;

// The fastest kernels of this processor.
PeakKernel peak_float_kernel(void);
PeakKernel peak_byte_kernel(void);

// Hides a value from the compiler, so that it is computed anew each time.
#if defined(__x86_64__)
// All registers: with the first 16 alone (`x`) sums of AVX-512 would go to memory and back.
#define PEAK_HIDE(value) __asm__ volatile("" : "+v"(value))
#elif defined(__aarch64__)
#define PEAK_HIDE(value) __asm__ volatile("" : "+w"(value))
#else
#define PEAK_HIDE(value) __asm__ volatile("" : "+m"(value))
#endif

// A kernel of `kSums` independent sums: enough for two units with a latency of four or five cycles, few enough for the
// registers. Every `STEP(sum)` does `kLanes` MACs with `a` and `b`. Sums start differently, else they would be merged.
#define PEAK_KERNEL(name, attributes, Vector, kSums, kLanes, A, B, START, STEP)  \
  attributes static int64_t name(int64_t rounds) {                               \
    __typeof__(A) a = A, b = B;                                                  \
    PEAK_HIDE(a);                                                                \
    PEAK_HIDE(b);                                                                \
    Vector sums[kSums];                                                          \
    for (int i = 0; i < kSums; i++) {                                            \
      sums[i] = START;                                                           \
      PEAK_HIDE(sums[i]);                                                        \
    }                                                                            \
    for (int64_t round = 0; round < rounds; round++) {                           \
      for (int i = 0; i < kSums; i++) sums[i] = STEP(sums[i]);                   \
    }                                                                            \
    for (int i = 0; i < kSums; i++) PEAK_HIDE(sums[i]);                          \
    return rounds * kSums * kLanes;                                              \
  }

#endif
