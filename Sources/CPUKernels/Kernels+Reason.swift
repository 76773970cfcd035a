internal import CVisionConvolution
import VisionInference

extension Kernels {
  /// Why convolutions are left to the engine in this build and on this processor: the end of a sentence. Nil where this
  /// package's kernels compute them.
  var reasonNotUsed: String? {
    switch self {
    case .off: return "kernels are off"
    case .always: return nil
    case .automatic:
      guard !vision_convolution_is_fast() else { return nil }
      guard vision_kernels_are_optimized() else { return "this is a debug build, whose kernels are slow" }
      #if arch(arm64)
        return "kernels for this processor have not been compared with the engine's"
      #else
        return "kernels need AVX2, FMA and F16C"
      #endif
    }
  }
}
