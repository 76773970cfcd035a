internal import CVisionConvolution
import Foundation
import VisionCore

/// Which kernels compute a model's convolutions and resizings.
///
/// Results differ by rounding at most: the kernels of this package add in the runtime's order.
public enum Kernels: String, Sendable, CaseIterable, Codable {
  /// The kernels of this package where they are faster than the runtime's, else the runtime's; the default.
  case automatic
  /// The runtime's kernels only.
  case off
  /// The kernels of this package wherever they support a convolution, even where they are slower than the runtime's:
  /// without the vector instructions that they are written for, and in debug builds. For tests and comparisons.
  case always

  /// The value of the environment variable `VISION_KERNELS`, for whole programs and test suites, else `.automatic`.
  package static let standard: Kernels = {
    guard let name = ProcessInfo.processInfo.environment["VISION_KERNELS"], !name.isEmpty else { return .automatic }
    if let kernels = Kernels(rawValue: name) { return kernels }
    let names = allCases.map(\.rawValue).joined(separator: ", ")
    WarningSink.current.give("VISION_KERNELS is \"\(name)\"; allowed are \(names). It is ignored.")
    return .automatic
  }()

  /// The end of a sentence; nil where this package's kernels compute convolutions.
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
