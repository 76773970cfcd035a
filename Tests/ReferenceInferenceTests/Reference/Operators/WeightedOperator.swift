import VisionCore
import VisionModels

/// An operator that sums products of data and weights and adds biases: what is the same for all of them.
struct WeightedOperator {
  let call: OperatorCall
  let data: ReferenceTensor
  let weights: ReferenceTensor
  /// The data with what stands for 0 taken off.
  let numbers: [Double]
  /// The weights with what stands for 0 taken off.
  let factors: [Double]
  /// What each sum starts from.
  let biases: [Double]

  private let activation: ClosedRange<Double>
  /// Nil for float tensors.
  private let requantization: Requantization?

  /// - Parameters:
  ///   - call: The operator, whose first three inputs are data, weights and biases.
  ///   - axis: The dimension of the weights that the output channels are.
  ///   - activation: The slot of the fused activation; nil for an operator without.
  /// - Throws: `TasksError` with `unimplementedError` for other types than float32, int8 and uint8, and for weights whose zero points
  ///   differ.
  init(_ call: OperatorCall, axis: Int, activation: Int?) throws(TasksError) {
    self.call = call
    data = try call.input(0)
    weights = try call.input(1)
    let channels = weights.shape[axis]
    self.activation = if let activation { try call.activation(activation) } else { -.infinity ... .infinity }
    biases = call.optionalInput(2)?.numbers ?? [Double](repeating: 0, count: channels)
    guard biases.count == channels, data.elementType == weights.elementType,
      call.results[0].info.elementType == data.elementType
    else { throw call.unsupported("of \(data.elementType) with weights of \(weights.elementType)") }
    if data.elementType == .float32 {
      (numbers, factors, requantization) = (data.numbers, weights.numbers, nil)
      return
    }
    guard let scale = data.scale, let quantization = weights.quantization, let zero = quantization.zeroPoints.first,
      quantization.zeroPoints.allSatisfy({ $0 == zero }),
      quantization.scales.count == 1 || quantization.scales.count == channels && quantization.dimension == axis
    else { throw call.unsupported("of \(data.elementType) with weights of the scales \(weights.scaleText)") }
    numbers = data.numbers.map { $0 - Double(scale.zero) }
    factors = weights.numbers.map { $0 - Double(zero) }
    requantization = try Requantization(
      input: scale.step, weights: quantization.scales, output: call.results[0], activation: self.activation)
  }

  /// The result of sums, the output channels beside one another.
  func result(_ sums: [Double], shape: [Int]) throws(TasksError) -> ReferenceTensor {
    var results = sums
    if let requantization {
      let channels = biases.count
      for place in results.indices { results[place] = requantization(results[place], channel: place % channels) }
    } else {
      results.clamp(to: activation)
    }
    return try call.result(results, shape: shape)
  }
}

extension ReferenceTensor {
  /// The scales for messages.
  fileprivate var scaleText: String { quantization.map { "\($0.scales.count) along \($0.dimension)" } ?? "none" }
}

extension [Double] {
  /// Clamps all elements; an infinite range changes nothing.
  mutating func clamp(to range: ClosedRange<Double>) {
    guard range != -.infinity ... .infinity else { return }
    for place in indices { self[place] = Swift.min(Swift.max(self[place], range.lowerBound), range.upperBound) }
  }
}
