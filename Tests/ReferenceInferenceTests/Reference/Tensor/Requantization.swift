import VisionCore
import VisionModels

/// What makes a quantized result of a sum of products of quantized numbers.
///
/// TensorFlow Lite's reference kernels multiply by a fixed-point factor and round halves up. XNNPACK, which LiteRT runs on x86-64,
/// multiplies the sum as float32 by a float32 factor and rounds halves to even; this does the same, so that results are equal
/// byte for byte. Source: XNNPACK's `requantization.h` (`fp32`).
struct Requantization {
  /// What a sum is multiplied by: one factor, or one for each output channel.
  private let factors: [Float]
  private let zero: Float
  private let bounds: ClosedRange<Float>

  /// - Parameters:
  ///   - input: The scale of the data.
  ///   - weights: The scale of all weights, or those of each output channel.
  ///   - output: The result's quantization and type.
  ///   - activation: The bounds of the fused activation, as real numbers.
  /// - Throws: `TasksError` with `unimplementedError` for a result without a scale.
  init(
    input: Float, weights: [Float], output: OperatorResult, activation: ClosedRange<Double>
  ) throws(TasksError) {
    let scale = try output.scale()
    factors = weights.map { input * $0 / scale.step }
    zero = Float(scale.zero)
    bounds = scale.stored(activation)
  }

  /// The stored result of a sum that is a whole number of 32 bits.
  func callAsFunction(_ sum: Double, channel: Int) -> Double {
    let factor = factors.count == 1 ? factors[0] : factors[channel]
    let product = Float(sum) * factor
    return Double(min(max(product.rounded(.toNearestOrEven) + zero, bounds.lowerBound), bounds.upperBound))
  }
}
