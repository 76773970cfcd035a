#ifndef C_FUZZER_H
#define C_FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own main function: reads its options from the arguments, which it may change, and calls `try_input` with one input
/// after the other. The compiler links it for -sanitize=fuzzer.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*try_input)(const uint8_t *bytes, size_t count));

#endif
