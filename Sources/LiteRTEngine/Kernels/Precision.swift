internal import CVisionConvolution

/// How precisely a model's convolutions are computed.
public enum Precision: String, Sendable, CaseIterable, Codable {
  /// In float32, with the results of the runtime; the default.
  case exact
  /// Products of 16-bit numbers in dense convolutions of floating-point models, on processors with instructions for
  /// them (AVX512-FP16, AVX512-BF16), and by this package's kernels; everywhere else exact. Sums stay float32,
  /// depthwise convolutions and quantized models exact. `docs/precision.md` has the bounds of each task's results.
  case reduced

  /// What is multiplied on this processor.
  var numbers: VisionNumbers { self == .reduced ? vision_reduced_numbers() : VISION_FLOAT32 }
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
