import VisionCore
import VisionModels

/// How whole numbers of a type stand for real ones: `real = step * (stored - zero)`.
struct StoredScale: Equatable {
  /// The distance of two neighbours.
  let step: Float
  /// The stored number that means 0.
  let zero: Int
  /// What the type can hold.
  let range: ClosedRange<Double>

  /// Reads the one scale of a tensor.
  ///
  /// - Returns: Nil for a tensor with several scales or none, and for float types.
  init?(_ quantization: TensorQuantization?, _ elementType: TensorElementType) {
    guard let quantization, let step = quantization.scale, let zero = quantization.zeroPoint,
      let range = elementType.wholeNumbers
    else { return nil }
    (self.step, self.zero, self.range) = (step, Int(zero), range)
  }

  /// The real number that a stored one stands for, as exactly as a double can have it.
  func real(_ stored: Double) -> Double { (stored - Double(zero)) * Double(step) }

  /// The stored number nearest to a real one, halves to even, within what the type can hold.
  func stored(_ real: Double) -> Double {
    let number = (real / Double(step)).rounded(.toNearestOrEven) + Double(zero)
    return min(max(number, range.lowerBound), range.upperBound)
  }

  /// The stored numbers of bounds. XNNPACK divides by the step in float32 and rounds after it has added the zero point.
  func stored(_ real: ClosedRange<Double>) -> ClosedRange<Float> {
    func bound(_ number: Double) -> Float {
      let stored = Float(number) / step + Float(zero)
      return min(max(stored, Float(range.lowerBound)), Float(range.upperBound)).rounded(.toNearestOrEven)
    }
    return bound(real.lowerBound)...bound(real.upperBound)
  }
}

extension ReferenceTensor {
  /// The one scale of a quantized tensor; nil for others.
  var scale: StoredScale? { StoredScale(quantization, elementType) }
}
