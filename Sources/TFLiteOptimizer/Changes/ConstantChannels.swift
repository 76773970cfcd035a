import VisionModels

/// Channels between a convolution and the next ones that are the same number whatever the input.
///
///     data ── CONV_2D ── DEPTHWISE_CONV_2D [── MEAN] ─┬─ CONV_2D of single pixels, or FULLY_CONNECTED
///                                                     └─ …
///
/// The readers add a constant channel as its number times a weight, the same for every pixel, so that is a part of their
/// biases and the channel need not be computed.
struct ConstantChannels {
  /// A tensor between operators, whose last dimension is the channels.
  struct Activation {
    let tensor: Int32
    let extents: [Int]
  }

  /// Weights or biases that lose the channels' slices along a dimension.
  struct Thinned {
    let constant: OwnConstant
    let dimension: Int
  }

  /// A reader's biases with the channels' part in them.
  struct Biases {
    let reader: ModelGraph.Operator
    let constant: OwnConstant
    let sums: [Float]
  }

  /// The channels that are still computed, rising.
  let kept: [Int]
  let activations: [Activation]
  let thinned: [Thinned]
  let biases: [Biases]

  /// The tensors that change.
  var tensors: Set<Int32> {
    Set(activations.map(\.tensor) + (thinned.map(\.constant) + biases.map(\.constant)).map(\.numbers.tensor))
  }

  /// Adds what has to change.
  func note(in changes: inout GraphChanges) {
    for activation in activations {
      let extents = Array(activation.extents.dropLast()) + [kept.count]
      changes.tensors.append(TensorChange(tensor: activation.tensor, extents: extents))
    }
    for thinned in thinned {
      let numbers = thinned.constant.numbers
      var extents = numbers.shape
      extents[thinned.dimension] = kept.count
      changes.tensors += thinned.constant.tensors.map { TensorChange(tensor: $0, extents: extents) }
      changes.contents.append(thinned.constant.content(numbers.keeping(kept, along: thinned.dimension)))
    }
    for biases in biases { note(biases, in: &changes) }
  }

  private func note(_ biases: Biases, in changes: inout GraphChanges) {
    let bytes = biases.sums.flatMap { sum in withUnsafeBytes(of: sum.bitPattern.littleEndian, Array.init) }
    changes.contents.append(biases.constant.content(BytePiece(bytes)))
    let numbers = biases.constant.numbers
    guard numbers.isHalf else { return }
    // A sum needs more than 16 bits, and the reader takes it without the operator that made the biases longer.
    changes.tensors.append(TensorChange(tensor: numbers.stored, elementType: .float32))
    var inputs = biases.reader.inputs
    inputs[2] = numbers.stored
    changes.rewirings.append(OperatorRewiring(index: biases.reader.index, inputs: inputs))
  }
}
