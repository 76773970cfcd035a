import VisionCore
import VisionModels

/// Dead channels between convolutions: 0 for every input, so they can be pruned.
///
///     data ── CONV_2D ── DEPTHWISE_CONV_2D [── MEAN] ─┬─ pointwise CONV_2D, or FULLY_CONNECTED
///                                                     └─ …
///
/// The readers add 0 times a weight for such a channel. Without it their sums are the same, to the last bit.
struct DeadChannelPruning {
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

  /// The channels that stay, ascending.
  let kept: [Int]
  let activations: [Activation]
  let thinned: [Thinned]

  /// The tensors that change.
  var tensors: Set<Int32> {
    Set(activations.map(\.tensor) + thinned.map(\.constant.numbers.tensor))
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
