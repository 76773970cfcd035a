import CVisionConvolution

/// Calls `body` with each path of this processor chosen for the kernels of the calling thread. In debug builds, where
/// kernels take a hundred times as long, only with the best one.
///
/// - Parameter body: Receives the path's name.
func onEachKernelPath(_ body: (String) -> Void) {
  let paths = vision_kernels_are_optimized() ? 0..<Int32(VISION_MAX_KERNEL_PATHS) : -1..<0
  for path in paths where vision_choose_kernel_path(path) { body(String(cString: vision_kernel_path())) }
  _ = vision_choose_kernel_path(-1)
}
