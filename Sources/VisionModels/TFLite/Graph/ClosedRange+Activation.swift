extension ClosedRange<Float> {
  /// The bounds of a fused activation function; nil for functions that are no bounds.
  ///
  /// - Parameter number: The number in `ActivationFunctionType` of the TensorFlow Lite schema.
  package init?(ofActivation number: Int8) {
    switch number {
    case 0: self = -Float.infinity...Float.infinity
    case 1: self = 0...Float.infinity
    case 2: self = -1...1
    case 3: self = 0...6
    default: return nil
    }
  }

  /// The value, clamped to the bounds.
  package func clamp(_ number: Float) -> Float {
    number < lowerBound ? lowerBound : number > upperBound ? upperBound : number
  }
}
