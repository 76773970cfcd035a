internal import CVisionConvolution

/// The vector instructions that this package's kernels use.
package enum KernelFeatures {
  /// The best ones of this processor, as far as the environment variable `VISION_CPU_FEATURES` allows: for example
  /// `AVX-512 with VNNI`, `AVX2` or `plain C`.
  package static var path: String { String(cString: vision_kernel_path()) }
}
