import VisionModels

extension TensorElementType {
  /// The whole numbers that an 8-bit or 32-bit type can hold; nil for other types.
  var wholeNumbers: ClosedRange<Double>? {
    switch self {
    case .int8: -128...127
    case .uint8: 0...255
    case .int32: -0x1p31...0x1p31 - 1
    default: nil
    }
  }

  /// The number of a float type that is nearest to a number; whole numbers as they are.
  func rounded(_ number: Double) -> Double { self == .float32 ? Double(Float(number)) : number }
}
