extension ClosedRange<Float> {
  /// The bounds that an operator's activation function sets; nil for functions that do more than that.
  ///
  /// - Parameter number: As `ActivationFunctionType` of the TensorFlow Lite schema counts them.
  package init?(ofActivation number: Int8) {
    switch number {
    case 0: self = -Float.infinity...Float.infinity
    case 1: self = 0...Float.infinity
    case 2: self = -1...1
    case 3: self = 0...6
    default: return nil
    }
  }

  /// A number, or the bound that it lies beyond.
  package func clamp(_ number: Float) -> Float {
    number < lowerBound ? lowerBound : number > upperBound ? upperBound : number
  }
}
