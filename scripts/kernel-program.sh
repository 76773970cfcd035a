# Sourced by scripts that run the kernels of other processors, in the checkout's folder: builds the fuzzer's program for random shapes.

# kernel_program FOLDER COMPILER... puts object files into FOLDER.
kernel_program() {
  # Constants make small blocks run by rows, as large ones do.
  printf '%s\n' Fuzzing/Sources/KernelFuzz/*.c Sources/CVisionConvolution/*.c Sources/CVisionFeatures/*.c \
    | xargs -P 2 -I SOURCE sh -c '"$@" -c SOURCE -o "$0/$(basename SOURCE .c).o"' "$1" \
      "${@:2}" -O2 -DKERNEL_FUZZ_ALONE -DVISION_BLOCK_LARGE=4096 -DVISION_BLOCK_SMALL=8192 -DVISION_SINGLE_WIDTH=4 \
      -ISources/CVisionConvolution/include -ISources/CVisionFeatures/include
}
