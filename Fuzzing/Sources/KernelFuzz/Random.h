// The numbers that a run of the fuzzer is made of, and memory for it.

#ifndef KERNEL_FUZZ_RANDOM_H
#define KERNEL_FUZZ_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/// Makes the following numbers of an input's bytes as long as there are any, then of numbers that follow from them.
void random_begin(const uint8_t *bytes, size_t count);

/// The same of a seed alone.
void random_seed(uint64_t seed);

uint64_t random_bits(void);

/// A number from 0 to `end` - 1.
int draw(int end);

int between(int minimum, int maximum);

/// A number from -1 to 1.
float noise(void);

/// Memory of exactly so many bytes, which are no numbers, from a multiple of 64 bytes on, and `skew` more; until
/// `release_all`.
void *allocate(size_t size, size_t skew);

void release_all(void);

float *noises(size_t count);

/// Random bytes, or extremes only, whose products add up to the largest sums.
uint8_t *random_bytes(size_t count);

/// Ends the program with a sentence.
_Noreturn void fail(const char *what, const char *kind);

#endif
