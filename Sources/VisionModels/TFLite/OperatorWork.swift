/// The operators with MACs, and how to count them by shapes.
package enum OperatorWork: String {
  case convolution = "CONV_2D"
  case depthwiseConvolution = "DEPTHWISE_CONV_2D"
  case fullyConnected = "FULLY_CONNECTED"
  case transposedConvolution = "TRANSPOSE_CONV"

  /// The index of the data among the operator's inputs; weights have index 1.
  package var dataPosition: Int { self == .transposedConvolution ? 2 : 0 }

  /// The MACs of an inference; nil when they do not fit an integer or the weights have too few dimensions.
  ///
  /// Weights have the dimensions output channels, rows, columns, input channels; depthwise ones lack the first, and
  /// fully connected layers have outputs, inputs.
  package func count(data: [Int], weights: [Int], output: [Int]) -> Int? {
    guard weights.count >= (self == .fullyConnected ? 2 : 4) else { return nil }
    return switch self {
    // Every output element is a sum over a window of all channels of its group.
    case .convolution: Self.product(output + weights[1...])
    // … of its own channel alone.
    case .depthwiseConvolution: Self.product(output + weights[1...2])
    // … over all inputs.
    case .fullyConnected: Self.product(output + weights[1...1])
    // Every input element is multiplied with a window of all output channels.
    case .transposedConvolution: Self.product(data + weights[0...2])
    }
  }

  /// Dynamic dimensions count as 1.
  private static func product(_ shape: [Int]) -> Int? {
    var product = 1
    for size in shape {
      let (next, overflows) = product.multipliedReportingOverflow(by: max(size, 1))
      if overflows { return nil }
      product = next
    }
    return product
  }
}
