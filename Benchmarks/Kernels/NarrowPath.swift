import CVisionConvolution

/// Runs kernels with the narrowest vector instructions that they are written for: AVX2 on x86-64.
func onNarrowPath(_ body: () -> Void) {
  _ = vision_choose_kernel_path(1)
  body()
  _ = vision_choose_kernel_path(-1)
}
