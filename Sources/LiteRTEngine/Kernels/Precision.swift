internal import CVisionConvolution

/// How precisely a model's convolutions are computed.
public enum Precision: String, Sendable, CaseIterable, Codable {
  /// In float32, with the results of the runtime; the default.
  case exact
  /// Products of 16-bit numbers in dense convolutions of floating-point models, on processors with instructions for
  /// them (AVX512-FP16, AVX512-BF16), and by this package's kernels; everywhere else exact. Sums stay float32,
  /// depthwise convolutions and quantized models exact. `docs/precision.md` has the bounds of each task's results.
  case reduced
  /// The same, and less precise where that takes still less time: bfloat16 on processors that multiply it as matrices
  /// (AMX: Intel's servers since Sapphire Rapids, on Linux), as other engines do by default. Elsewhere `reduced`.
  case low

  /// What is multiplied on this processor.
  var numbers: VisionNumbers {
    switch self {
    case .exact: VISION_FLOAT32
    case .reduced: vision_reduced_numbers()
    case .low: vision_multiplies_matrices(VISION_BFLOAT16) ? VISION_BFLOAT16 : vision_reduced_numbers()
    }
  }
}

extension VisionNumbers {
  /// The name in reports.
  var name: String {
    switch self {
    case VISION_BFLOAT16: "bfloat16"
    case VISION_FLOAT16: "float16"
    default: "float32"
    }
  }
}
