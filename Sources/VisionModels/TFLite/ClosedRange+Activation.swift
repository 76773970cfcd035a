extension ClosedRange<Float> {
  /// The bounds that the activation function of a convolution sets, by its number in the TensorFlow Lite schema; nil for functions
  /// that do more than that.
  init?(activation number: Int8) {
    switch number {
    case 0: self = -Float.infinity...Float.infinity
    case 1: self = 0...Float.infinity
    case 2: self = -1...1
    case 3: self = 0...6
    default: return nil
    }
  }
}
