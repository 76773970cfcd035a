internal import CVisionConvolution
import VisionInference

/// Whether this package's kernels compute convolutions of a kind, and why not.
struct KernelUse {
  /// The element type of the input and weights.
  enum Kind {
    case floats
    case bytes
  }

  let isUsed: Bool
  /// The end of a sentence; empty where kernels are used.
  let reason: String
}

extension Kernels {
  /// Whether kernels are used for a kind of convolutions, in this build and on this processor.
  func use(_ kind: KernelUse.Kind) -> KernelUse {
    switch self {
    case .off: return KernelUse(isUsed: false, reason: "kernels are off")
    case .always: return KernelUse(isUsed: true, reason: "")
    case .automatic:
      let isFast = kind == .floats ? vision_convolution_is_fast() : vision_quantized_is_fast()
      return KernelUse(isUsed: isFast, reason: isFast ? "" : kind.slowReason)
    }
  }
}

extension KernelUse.Kind {
  fileprivate var slowReason: String {
    guard vision_kernels_are_optimized() else { return "this is a debug build, whose kernels are slow" }
    #if arch(arm64)
      return "kernels for this processor have not been compared with the engine's"
    #else
      return "kernels for \(self == .floats ? "floats" : "bytes") need AVX2, FMA and F16C"
    #endif
  }
}

/// The vector instructions that this package's kernels use.
package enum KernelFeatures {
  /// The best ones of this processor, as far as the environment variable `VISION_CPU_FEATURES` allows: for example
  /// `AVX-512 with VNNI`, `AVX2` or `plain C`.
  package static var path: String { String(cString: vision_kernel_path()) }
}
