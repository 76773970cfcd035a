import VisionErrors
import VisionModels

/// Channels between convolutions that are constant, independent of the input, and can be pruned.
///
///     data ── CONV_2D ── DEPTHWISE_CONV_2D [── MEAN] ─┬─ pointwise CONV_2D, or FULLY_CONNECTED
///                                                     └─ …
///
/// The readers add a constant channel's value times a weight, the same for every pixel. That product moves into their
/// biases, so the channel need not be computed.
struct ConstantChannelPruning {
  /// A tensor between operators, with the channels as last dimension.
  struct Activation {
    let tensor: Int32
    let shape: [Int]
  }

  /// Weights or biases that lose the channels' slices along a dimension.
  struct Thinned {
    let constant: OwnConstant
    let dimension: Int
  }

  /// A reader's biases, with the constant channels folded in.
  struct Biases {
    let reader: ModelGraph.Operator
    let constant: OwnConstant
    let sums: [Float]
  }

  /// The channels that stay, ascending.
  let kept: [Int]
  let activations: [Activation]
  let thinned: [Thinned]
  let biases: [Biases]

  /// The tensors that change.
  var tensors: Set<Int32> {
    Set(activations.map(\.tensor) + (thinned.map(\.constant) + biases.map(\.constant)).map(\.numbers.tensor))
  }

  /// Adds the changes of the graph.
  func note(in changes: inout GraphChanges) {
    for activation in activations {
      let shape = Array(activation.shape.dropLast()) + [kept.count]
      changes.tensors.append(TensorChange(tensor: activation.tensor, shape: shape))
    }
    for thinned in thinned {
      let numbers = thinned.constant.numbers
      var shape = numbers.shape
      shape[thinned.dimension] = kept.count
      changes.tensors += thinned.constant.tensors.map { TensorChange(tensor: $0, shape: shape) }
      changes.contents.append(thinned.constant.content(numbers.keeping(kept, along: thinned.dimension)))
    }
    for biases in biases { note(biases, in: &changes) }
  }

  private func note(_ biases: Biases, in changes: inout GraphChanges) {
    let bytes = biases.sums.flatMap { sum in withUnsafeBytes(of: sum.bitPattern.littleEndian, Array.init) }
    changes.contents.append(biases.constant.content(BytePiece(bytes)))
    let numbers = biases.constant.numbers
    guard numbers.isHalf else { return }
    // A sum needs float32, so the reader reads it without the DEQUANTIZE operator.
    changes.tensors.append(TensorChange(tensor: numbers.stored, elementType: .float32))
    var inputs = biases.reader.inputs
    inputs[2] = numbers.stored
    changes.rewirings.append(OperatorRewiring(index: biases.reader.index, inputs: inputs))
  }
}

/// Constant floats that only one operator reads, in a buffer that nothing else uses, so that they may be changed.
struct OwnConstant {
  let numbers: FloatConstant
  /// The index of their buffer.
  let buffer: Int

  /// The tensors that hold them: with float16 also the DEQUANTIZE operator's output.
  var tensors: [Int32] { numbers.isHalf ? [numbers.tensor, numbers.stored] : [numbers.tensor] }

  func content(_ piece: BytePiece) -> BufferContent { BufferContent(buffer: buffer, piece: piece) }
}

extension ModelGraph {
  /// The floats of a tensor that only one operator reads, in a buffer that nothing else uses; nil for others.
  func ownConstant(_ index: Int32) throws(TasksError) -> OwnConstant? {
    guard let numbers = try floatConstant(index), onlyReader(of: index) != nil,
      onlyReader(of: numbers.stored) != nil, try floatShape(of: index) == numbers.shape
    else { return nil }
    let table = try tensor(numbers.stored)
    let signature = try table.integers(TFLiteSchema.Tensor.shapeSignature, as: Int32.self).map(Int.init)
    guard signature.isEmpty || signature == numbers.shape, let buffer = try ownBuffer(of: table) else { return nil }
    return OwnConstant(numbers: numbers, buffer: buffer)
  }
}
