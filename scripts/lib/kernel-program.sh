# Sourced by scripts that compile KernelFuzz by themselves, in the checkout's folder.

# kernel_objects FOLDER COMPILER [FLAG...] compiles KernelFuzz and the kernels into FOLDER.
kernel_objects() {
  printf '%s\n' Fuzzing/Sources/KernelFuzz/*.c Sources/CVisionConvolution/*.c Sources/CVisionFeatures/*.c | compile_objects "$@"
}
# The same for what is not an object of the package.
kernel_fuzz_objects() { printf '%s\n' Fuzzing/Sources/KernelFuzz/*.c Sources/CVisionConvolution/Thresholds.c | compile_objects "$@"; }
# Constants of Thresholds.c make small blocks run by rows, as large ones do.
compile_objects() {
  xargs -P 2 -I SOURCE sh -c '"$@" -c SOURCE -o "$0/$(basename SOURCE .c).o"' "$@" -DVISION_LARGE_BLOCK=4096 -DVISION_BLOCK_ROWS=8192 \
    -DVISION_SINGLE_WIDTH=4 -ISources/CVisionConvolution/include -ISources/CVisionFeatures/include
}

# The flags of the program that needs no libFuzzer: it draws its own random shapes.
# shellcheck disable=SC2034 # The script that sources this one uses them.
alone=(-O2 -DKERNEL_FUZZ_ALONE)
