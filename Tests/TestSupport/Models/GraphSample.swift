import VisionModels

/// A model whose parts a test may change before it is written.
package struct GraphSample {
  package enum Code: Int, CaseIterable {
    case add = 0
    case concatenation = 2
    case convolution = 3
    case depthwise = 4
    case dequantize = 6
    case fullyConnected = 9
    case maximumPool = 17
    case relu = 19
    case reshape = 22
    case resizeBilinear = 23
    case pad = 34
    case mean = 40
    case prelu = 54
    case less = 58
    case quantize = 114

    /// The number of its kind of options in the schema; 0 without any.
    package var optionsType: UInt8 {
      switch self {
      case .add: 11
      case .concatenation: 10
      case .convolution: 1
      case .depthwise: 2
      case .fullyConnected: 8
      case .maximumPool: 5
      case .mean: 27
      case .pad: 22
      case .reshape: 17
      case .resizeBilinear: 15
      case .dequantize, .prelu, .relu, .less, .quantize: 0
      }
    }
  }

  package init() {}

  package var tensors: [[Int: FlatBufferValue]] = []
  package var operators: [[Int: FlatBufferValue]] = []
  /// The first is every empty tensor's.
  package var buffers: [[UInt8]] = [[]]
  package var inputs: [Int32] = [0]
  package var outputs: [Int32] = []
  package var subgraphCount = 1
  /// The tensors that a signature names; none without one.
  package var signatureOutputs: [Int32] = []
  /// Codes of which the file makes operators of its own with a name.
  package var codeNames: [Code: String] = [:]
  /// The buffer that an entry of the metadata names.
  package var metadataBuffer: UInt32?

  package var data: ModelData {
    var root: [Int: FlatBufferValue] = [
      0: .uint32(3), 1: .tables(Code.allCases.map(code)),
      2: .tables(Array(repeating: subgraph, count: subgraphCount)),
      4: .tables(buffers.map { $0.isEmpty ? [:] : [0: .bytes($0)] }),
    ]
    if !signatureOutputs.isEmpty {
      root[7] = .tables([[1: .tables(signatureOutputs.map { [0: .text("o"), 1: .uint32(UInt32($0))] })]])
    }
    if let metadataBuffer { root[6] = .tables([[0: .text("notes"), 1: .uint32(metadataBuffer)]]) }
    return ModelData(FlatBufferWriter.write(root, identifier: "TFL3"))
  }

  private func code(_ code: Code) -> [Int: FlatBufferValue] {
    let number = codeNames[code] == nil ? code.rawValue : Int(BuiltinOperator.custom)
    var fields: [Int: FlatBufferValue] = [0: .uint8(UInt8(number)), 3: .int32(Int32(number))]
    if let name = codeNames[code] { fields[1] = .text(name) }
    return fields
  }

  private var subgraph: [Int: FlatBufferValue] {
    [0: .tables(tensors), 1: .ints(inputs), 2: .ints(outputs), 3: .tables(operators)]
  }

  /// A tensor of 32-bit floats that an operator computes or the model is given.
  package mutating func addTensor(_ shape: [Int32]) {
    tensors.append([0: .ints(shape), 1: .uint8(0), 2: .uint32(0), 3: .text("t\(tensors.count)")])
  }

  /// A tensor whose elements the file has, in a buffer of their own.
  package mutating func addConstant(_ shape: [Int32], type: TensorElementType = .float32, _ bytes: [UInt8]) {
    addTensor(shape)
    tensors[tensors.count - 1][1] = .uint8(type.rawValue)
    tensors[tensors.count - 1][2] = .uint32(UInt32(buffers.count))
    buffers.append(bytes)
  }

  /// An operator, with its settings by slot.
  package mutating func addOperator(
    _ code: Code, _ inputs: [Int32], _ output: Int32, options: [Int: FlatBufferValue]? = nil
  ) {
    var fields: [Int: FlatBufferValue] = [
      0: .uint32(UInt32(Code.allCases.firstIndex(of: code) ?? 0)), 1: .ints(inputs), 2: .ints([output]),
    ]
    if let options { (fields[3], fields[4]) = (.uint8(code.optionsType), .table(options)) }
    operators.append(fields)
  }

  /// Stores a constant as 16-bit floats, which an operator before all others makes longer ones of.
  package mutating func storeHalf(_ tensor: Int32, _ numbers: [Float]) {
    guard case .ints(let shape) = tensors[Int(tensor)][0], case .uint32(let buffer) = tensors[Int(tensor)][2] else {
      return
    }
    let stored = Int32(tensors.count)
    addTensor(shape)
    tensors[Int(stored)][1] = .uint8(TensorElementType.float16.rawValue)
    tensors[Int(stored)][2] = .uint32(buffer)
    // As converters write it: no buffer at all.
    tensors[Int(tensor)][2] = nil
    buffers[Int(buffer)] = numbers.bytes(half: true)
    addOperator(.dequantize, [stored], tensor)
    operators.insert(operators.removeLast(), at: 0)
  }
}

extension GraphSample {
  /// A bottleneck as face landmark models have them, with a residual that is another input. Like those it leaves the
  /// batch open.
  ///
  ///     0 ── CONV_2D (1, 2) ── 3 ── PRELU (4) ── 5 ── DEPTHWISE_CONV_2D (6, 7) ── 8 ── CONV_2D (9, 10) ── 11 ── ADD ── 13 ── RELU ── 14 (output 0)
  ///     12 (input 1) ─────────────────────────────────────────────────────────────────────────────────────────┘
  package static func bottleneck() -> GraphSample {
    var sample = GraphSample()
    sample.addTensor([1, 4, 4, 8])
    sample.addConstant([8, 1, 1, 8], Residual.weights.bytes())
    sample.addConstant([8], Residual.biases.bytes())
    sample.addTensor([1, 4, 4, 8])
    sample.addConstant([1, 1, 8], Residual.alpha.bytes())
    sample.addTensor([1, 4, 4, 8])
    sample.addConstant([1, 3, 3, 8], Residual.window.bytes())
    sample.addConstant([8], Residual.biases.bytes())
    sample.addTensor([1, 4, 4, 8])
    sample.addConstant([8, 1, 1, 8], Residual.weights.bytes())
    sample.addConstant([8], Residual.biases.bytes())
    for _ in 11...14 { sample.addTensor([1, 4, 4, 8]) }
    for tensor in [0, 3, 5, 8, 11, 12, 13, 14] { sample.tensors[tensor][7] = .ints([-1, 4, 4, 8]) }
    (sample.inputs, sample.outputs) = ([0, 12], [14])
    let steps: [Int: FlatBufferValue] = [1: .int32(1), 2: .int32(1)]
    sample.addOperator(.convolution, [0, 1, 2], 3, options: steps)
    sample.addOperator(.prelu, [3, 4], 5, options: [:])
    sample.addOperator(.depthwise, [5, 6, 7], 8, options: steps.merging([3: .int32(1)]) { $1 })
    sample.addOperator(.convolution, [8, 9, 10], 11, options: steps)
    sample.addOperator(.add, [12, 11], 13, options: [:])
    sample.addOperator(.relu, [13], 14)
    return sample
  }
}

extension GraphSample {
  /// What the residual model is made of.
  package enum Residual {
    package static let window: [Float] = (0..<72).map { Float($0 % 11) / 8 - 0.5 }
    package static let weights: [Float] = (0..<64).map { Float($0 % 13) / 8 - 0.75 }
    package static let biases: [Float] = (0..<8).map { Float($0) / 4 - 1 }
    package static let alpha: [Float] = (0..<8).map { Float($0) / 16 }
  }

  /// A residual block as palm detectors have them.
  ///
  ///     0 ─┬─ DEPTHWISE_CONV_2D (1, 2) ── 3 ── CONV_2D (4, 5) ── 6 ── ADD ── 7 ── PRELU (8) ── 9 (output 0)
  ///        └──────────────────────────────────────────────────────────┘
  package static func residual(alpha: [Float] = Residual.alpha) -> GraphSample {
    var sample = GraphSample()
    sample.addTensor([1, 4, 4, 8])
    sample.addConstant([1, 3, 3, 8], Residual.window.bytes())
    sample.addConstant([8], Residual.biases.bytes())
    sample.addTensor([1, 4, 4, 8])
    sample.addConstant([8, 1, 1, 8], Residual.weights.bytes())
    sample.addConstant([8], Residual.biases.bytes())
    sample.addTensor([1, 4, 4, 8])
    sample.addTensor([1, 4, 4, 8])
    sample.addConstant([1, 1, Int32(alpha.count)], alpha.bytes())
    sample.addTensor([1, 4, 4, 8])
    sample.outputs = [9]
    let steps: [Int: FlatBufferValue] = [1: .int32(1), 2: .int32(1)]
    sample.addOperator(.depthwise, [0, 1, 2], 3, options: steps.merging([3: .int32(1)]) { $1 })
    sample.addOperator(.convolution, [3, 4, 5], 6, options: steps)
    sample.addOperator(.add, [6, 0], 7, options: [0: .uint8(3)])
    sample.addOperator(.prelu, [7, 8], 9, options: [:])
    return sample
  }
}

extension GraphSample {
  /// 32 channels of which 17, number 0 and the odd ones, are constant, with two readers: convolutions
  /// of single pixels or, of the means, fully connected layers.
  ///
  ///     0 ── CONV_2D (1, 2) ── 3 ── DEPTHWISE_CONV_2D (4, 5) ── 6 [── MEAN (8) ── 7] ─┬─ reader (9, 10) ── 11
  ///                                                                                   └─ reader (12, 13) ── 14
  ///
  /// 1, 2, 4, 5, 9 and 10 are stored in 32 bits, or in 16 bits as 15 ... 20.
  package enum Channels {
    package static let all = 0..<32
    package static let kept = Array(stride(from: 0, to: 32, by: 2))

    /// 0 for channel 0 and 1, 5, 9, ...: with their bias of -1 the activation function makes them 0.
    package static let expansion: [Float] = all.flatMap { channel -> [Float] in
      let weight = channel == 0 || channel % 4 == 1 ? 0 : Float(channel + 1) / 8
      return [weight, -weight]
    }
    package static let expansionBiases: [Float] = all.map { $0 == 0 || $0 % 4 == 1 ? -1 : Float($0) / 4 }
    /// 0 for channels 3, 7, 11, ...
    package static let window: [Float] = (0..<9).flatMap { tap in
      all.map { $0 % 4 == 3 ? 0 : Float(tap + $0 + 1) / 16 }
    }
    /// Negative for the channels that are constant, so that the activation function makes them 0.
    package static let windowBiases: [Float] = all.map { $0 % 2 == 1 ? -Float($0) / 4 : Float($0) / 4 }
    package static let first: [Float] = (1...3).flatMap { row in all.map { Float(row * ($0 % 8 - 3)) / 8 } }
    package static let second: [Float] = all.map { _ in 1 } + all.map { _ in -1 }
  }

  package static func channels(half: Bool = false, pooled: Bool = false) -> GraphSample {
    var sample = GraphSample()
    sample.addTensor([1, 4, 4, 2])
    sample.addConstant([32, 1, 1, 2], Channels.expansion.bytes())
    sample.addConstant([32], Channels.expansionBiases.bytes())
    sample.addTensor([1, 4, 4, 32])
    sample.addConstant([1, 3, 3, 32], Channels.window.bytes())
    sample.addConstant([32], Channels.windowBiases.bytes())
    sample.addTensor([1, 4, 4, 32])
    sample.addTensor([1, 32])
    sample.addConstant([2], type: .int32, [1, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF])
    for (weights, biases) in [(Channels.first, [10, 20, 30]), (Channels.second, [1, 1])] as [([Float], [Float])] {
      let rows = Int32(biases.count)
      sample.addConstant(pooled ? [rows, 32] : [rows, 1, 1, 32], weights.bytes())
      sample.addConstant([rows], biases.bytes())
      sample.addTensor(pooled ? [1, rows] : [1, 4, 4, rows])
    }
    sample.outputs = [11, 14]
    let steps: [Int: FlatBufferValue] = [1: .int32(1), 2: .int32(1)]
    sample.addOperator(.convolution, [0, 1, 2], 3, options: steps.merging([3: .uint8(3)]) { $1 })
    sample.addOperator(.depthwise, [3, 4, 5], 6, options: steps.merging([3: .int32(1), 4: .uint8(3)]) { $1 })
    if pooled { sample.addOperator(.mean, [6, 8], 7, options: [0: .uint8(0)]) }
    for reader in [9, 12] as [Int32] {
      sample.addOperator(
        pooled ? .fullyConnected : .convolution, [pooled ? 7 : 6, reader, reader + 1], reader + 2,
        options: pooled ? [0: .uint8(0), 1: .uint8(0)] : steps)
    }
    if half {
      sample.storeHalf(1, Channels.expansion)
      sample.storeHalf(2, Channels.expansionBiases)
      sample.storeHalf(4, Channels.window)
      sample.storeHalf(5, Channels.windowBiases)
      sample.storeHalf(9, Channels.first)
      sample.storeHalf(10, [10, 20, 30])
    }
    return sample
  }
}

/// A model of two convolutions of bytes, one after the other: a dense one by single pixels, from 4 to 8 channels, and a depthwise
/// one by windows of 3 in steps of 2. A test may change its parts.
package struct ByteModel {
  package static let weights: [UInt8] = (0..<32).map { UInt8($0 * 7) }
  package static let biases: [Int32] = (0..<8).map { $0 * 1000 - 3000 }

  package var graph = GraphSample()
  private let isSigned: Bool

  /// - Parameters:
  ///   - isSigned: Whether its bytes are signed, with a scale for each output channel.
  ///   - activation: The activation function of both.
  package init(isSigned: Bool, activation: UInt8 = 0) {
    self.isSigned = isSigned
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

  /// Puts a QUANTIZE operator in front, which makes the first tensor of one of the other type with a scale and zero point.
  package mutating func quantizeInput(scale: Float, zero: Int64) {
    let type: TensorElementType = isSigned ? .uint8 : .int8
    graph.inputs = [Int32(graph.tensors.count)]
    graph.addTensor([1, 6, 6, 4])
    graph.tensors[graph.tensors.count - 1][1] = .uint8(type.rawValue)
    graph.tensors[graph.tensors.count - 1][4] = .table([2: .floats([scale]), 3: .longs([zero])])
    graph.addOperator(.quantize, graph.inputs, 0)
    graph.operators.insert(graph.operators.removeLast(), at: 0)
  }

  private static func bytes(_ number: Int32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}

extension [Float] {
  /// The numbers as a model's file has them.
  ///
  /// - Parameter half: Whether as 16-bit floats; then every number has a short fraction and is 0 or not far from 1, so that
  ///   the upper bits are all there is.
  /// - Returns: 2 or 4 bytes for each, the lowest first.
  package func bytes(half: Bool = false) -> [UInt8] {
    flatMap { number -> [UInt8] in
      let bits = number.bitPattern
      let short = number == 0 ? 0 : (bits >> 16 & 0x8000) | ((bits >> 23 & 0xFF) - 112) << 10 | (bits >> 13 & 0x3FF)
      return (0..<(half ? 2 : 4)).map { UInt8(truncatingIfNeeded: (half ? short : bits) >> (8 * $0)) }
    }
  }
}
