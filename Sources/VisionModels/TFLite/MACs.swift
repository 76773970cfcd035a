import VisionCore

/// The MACs (multiply-accumulate operations) of an inference in convolutions and fully connected layers: nearly all.
package struct MACs: Sendable, Hashable, Codable {
  package var float: Int
  package var byte: Int

  package init(float: Int = 0, byte: Int = 0) { (self.float, self.byte) = (float, byte) }

  /// Both; the largest integer for those of a hostile file whose sum is larger.
  package var total: Int {
    let (sum, overflows) = float.addingReportingOverflow(byte)
    return overflows ? .max : sum
  }

  package static func += (sum: inout MACs, more: MACs) {
    sum.float += more.float
    sum.byte += more.byte
  }
}

/// The operators with MACs, and how to count them by shapes.
package enum OperatorWork: String {
  case convolution = "CONV_2D"
  case depthwiseConvolution = "DEPTHWISE_CONV_2D"
  case fullyConnected = "FULLY_CONNECTED"
  case transposedConvolution = "TRANSPOSE_CONV"

  package var dataPosition: Int { self == .transposedConvolution ? 2 : 0 }

  /// Nil when they do not fit an integer or the weights have too few dimensions: output channels, rows, columns, input
  /// channels; depthwise ones lack the first, and fully connected layers have outputs, inputs. Dynamic ones count as 1.
  package func count(data: [Int], weights: [Int], output: [Int]) -> Int? {
    guard weights.count >= (self == .fullyConnected ? 2 : 4) else { return nil }
    let factors =
      switch self {
      // Every output element is a sum over a window of all channels of its group.
      case .convolution: output + weights[1...]
      // … of its own channel alone.
      case .depthwiseConvolution: output + weights[1...2]
      // … over all inputs.
      case .fullyConnected: output + weights[1...1]
      // Every input element is multiplied with a window of all output channels.
      case .transposedConvolution: data + weights[0...2]
      }
    return factors.map { max($0, 1) }.product
  }
}

extension ParsedModel {
  package func macs() throws(TasksError) -> MACs {
    let tables = try ModelTables(data)
    let producers = try tables.producers()
    var sum = MACs()
    for index in try OperatorGraph(producers, of: tables).operatorsNeeded(for: outputTensors) {
      let producer = producers.all[index]
      guard let kind = OperatorWork(rawValue: producer.name) else { continue }
      func tensor(_ indices: [Int32], _ position: Int) throws(TasksError) -> FlatBufferTable {
        guard indices.indices.contains(position), tables.tensors.indices.contains(Int(indices[position])) else {
          throw tables.buffer.damaged("\(kind.rawValue) lacks a tensor")
        }
        return tables.tensors[Int(indices[position])]
      }
      func shape(_ tensor: FlatBufferTable) throws(TasksError) -> [Int] {
        try tensor.integers(TFLiteSchema.Tensor.shape, as: Int32.self).map(Int.init)
      }
      let data = try tensor(producer.inputs, kind.dataPosition)
      let count = kind.count(
        data: try shape(data), weights: try shape(tensor(producer.inputs, 1)),
        output: try shape(tensor(producer.outputs, 0)))
      let type = try data.integer(TFLiteSchema.Tensor.type, absent: UInt8(0))
      let sums = [TensorElementType.int8, .uint8].map(\.rawValue).contains(type) ? \MACs.byte : \.float
      let total = sum[keyPath: sums].addingReportingOverflow(count ?? .max)
      guard count != nil, !total.overflow else {
        throw tables.buffer.damaged("the shapes of \(kind.rawValue) make no sense")
      }
      sum[keyPath: sums] = total.partialValue
    }
    return sum
  }
}
