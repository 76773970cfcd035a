import VisionModels

/// A model whose parts a test may change before it is written.
package struct GraphSample {
  package enum Code: Int, CaseIterable {
    case add = 0
    case convolution = 3
    case depthwise = 4
    case dequantize = 6
    case fullyConnected = 9
    case reshape = 22
    case mean = 40
    case prelu = 54
    case less = 58

    /// The number of its kind of options in the schema; 0 without any.
    package var optionsType: UInt8 {
      switch self {
      case .add: 11
      case .convolution: 1
      case .depthwise: 2
      case .fullyConnected: 8
      case .mean: 27
      case .reshape: 17
      case .dequantize, .prelu, .less: 0
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
