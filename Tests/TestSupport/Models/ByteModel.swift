import VisionModels

/// A model of two convolutions of bytes, one after the other: a dense one by single pixels, from 4 to 8 channels, and a depthwise
/// one by windows of 3 in steps of 2. A test may change its parts.
package struct ByteModel {
  package static let weights: [UInt8] = (0..<32).map { UInt8($0 * 7) }
  package static let biases: [Int32] = (0..<8).map { $0 * 1000 - 3000 }

  package var graph = GraphSample()

  /// - Parameters:
  ///   - isSigned: Whether its bytes are signed, with a scale for each output channel.
  ///   - activation: The activation function of both.
  package init(isSigned: Bool, activation: UInt8 = 0) {
    let type: TensorElementType = isSigned ? .int8 : .uint8
    func add(_ shape: [Int32], scales: [Float], zero: Int64, dimension: Int32 = 0, bytes: [UInt8]? = nil) {
      if let bytes { graph.addConstant(shape, type: type, bytes) } else { graph.addTensor(shape) }
      graph.tensors[graph.tensors.count - 1][1] = .uint8(type.rawValue)
      graph.tensors[graph.tensors.count - 1][4] = .table([
        2: .floats(scales), 3: .longs(Array(repeating: zero, count: scales.count)), 6: .int32(dimension),
      ])
    }
    let (lift, steps): (Int64, [Float]) = isSigned ? (128, (1...8).map { Float($0) / 8 }) : (0, [0.5])
    add([1, 6, 6, 4], scales: [0.25], zero: 20 - lift)
    add([8, 1, 1, 4], scales: steps, zero: isSigned ? 0 : 117, bytes: Self.weights)
    graph.addConstant([8], type: .int32, Self.biases.flatMap(Self.bytes))
    add([1, 6, 6, 8], scales: [0.5], zero: 10 - lift)
    add([1, 3, 3, 8], scales: steps, zero: isSigned ? 0 : 90, dimension: 3, bytes: (0..<72).map { UInt8($0 * 3) })
    graph.addConstant([8], type: .int32, Self.biases.flatMap(Self.bytes))
    add([1, 3, 3, 8], scales: [1], zero: 30 - lift)
    graph.addOperator(.convolution, [0, 1, 2], 3, options: [1: .int32(1), 2: .int32(1), 3: .uint8(activation)])
    graph.addOperator(
      .depthwise, [3, 4, 5], 6, options: [1: .int32(2), 2: .int32(2), 3: .int32(1), 4: .uint8(activation)])
    graph.outputs = [6]
  }

  private static func bytes(_ number: Int32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
