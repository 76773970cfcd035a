import VisionErrors
import VisionInference
import VisionModels

/// LiteRT on the CPU, with this package's optimizer and kernels before it.
///
/// ```
/// file → verified → simplified → dead outputs removed → convolutions fused → verified again → compiled
/// ```
package struct LiteRT: InferenceEngine {
  package init() {}

  /// The name in reports. The library says no version of its own.
  package var name: String { "LiteRT" }

  /// Loads a model; see `InferenceEngine`.
  package func load(_ request: ModelRequest) throws -> any InferenceSession {
    try LiteRTSession(request, prepared: ModelPreparation.prepare(request))
  }
}
