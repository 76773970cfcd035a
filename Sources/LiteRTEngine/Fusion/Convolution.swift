import VisionModels

/// A convolution of one of the kinds that can be fused, with its constants.
/// Tensors are NHWC with a batch of 1. A fully connected layer is a pointwise convolution of an image of one row.
struct Convolution: Sendable {
  let shape: ConvolutionShape
  let kind: Kind
  /// PReLU's alpha for each output channel of a dense convolution; nil without PReLU.
  var alpha: [Float]?
  /// Whether hard swish follows the bounds; of dense and depthwise convolutions only.
  var isHardSwish = false
  /// Whether the four outputs of a pixel are 2 × 2 pixels of one channel, row by row: a transposed convolution whose
  /// windows do not overlap. Only the last one of a block.
  var isShuffled = false
  /// The shapes of a fully connected layer's tensors, which need not be images; nil for a convolution.
  var layer: (input: [Int], output: [Int])?
  /// Further input channels, before those of `shape`, of a dense convolution; nil without them. Only the last one of a
  /// block.
  var uniform: UniformChannels?

  enum Kind: Sendable {
    /// Weights are outputs × window × window × inputs. They stay in the file: all weights of a model would be large.
    case dense(weights: FloatConstant, biases: [Float], bounds: ClosedRange<Float>)
    case depthwise(weights: [Float], biases: [Float], bounds: ClosedRange<Float>)
    /// Pointwise, with weights that are stored without their zeros.
    case sparse(weights: SparseWeights, biases: [Float], bounds: ClosedRange<Float>)
    case quantized(QuantizedConstants)
  }

  /// Whether each output channel is a sum over its own input channel alone.
  var isDepthwise: Bool {
    switch kind {
    case .depthwise: true
    case .quantized(let constants): constants.isDepthwise
    case .sparse(let weights, _, _): weights.values.count == shape.outputs
    case .dense: false
    }
  }

  var isQuantized: Bool { if case .quantized = kind { true } else { false } }

  /// Rows, columns and channels.
  var outputShape: [Int] {
    isShuffled ? shape.output.dimensions.map { 2 * $0 } + [1] : shape.output.dimensions + [shape.outputs]
  }

  var inputTensor: [Int] { layer?.input ?? [1] + shape.input.dimensions + [shape.inputs] }
  var outputTensor: [Int] { layer?.output ?? [1] + outputShape }

  /// The MACs of an inference, without those of weights that are not stored, and with those of uniform channels once.
  var macs: Int {
    guard case .sparse(let weights, _, _) = kind else {
      return runtimeMACs - (uniform?.count ?? 0) * shape.outputs * (pixels - 1)
    }
    return pixels * weights.values.count
  }

  /// The MACs that the runtime would need, which multiplies with a sparse convolution's zeros.
  var runtimeMACs: Int {
    pixels * shape.outputs * shape.window * shape.window * (isDepthwise ? 1 : shape.inputs + (uniform?.count ?? 0))
  }

  private var pixels: Int { shape.output.height * shape.output.width }
}

/// The sizes of a convolution with a square window.
struct ConvolutionShape: Sendable, Hashable {
  let input: SpatialSize
  let output: SpatialSize
  let inputs: Int
  let outputs: Int
  var window = 1
  var stride = 1
  /// The distance of a window's elements, in rows and in columns. From 2 on the stride is 1, and the output has the
  /// input's size.
  var dilation = 1
  /// Zero padding above and to the left of the input, below `window`.
  var padding = SpatialSize(height: 0, width: 0)
}

struct SpatialSize: Sendable, Hashable {
  var height: Int
  var width: Int

  var dimensions: [Int] { [height, width] }
}

/// The nonzero weights of a pointwise convolution.
struct SparseWeights: Sendable, Hashable {
  /// Where each output channel's weights start, and where the last one's end.
  let starts: [Int32]
  /// The input channel of each weight, ascending for each output channel.
  let columns: [Int32]
  let values: [Float]

  /// The weights with their zeros, outputs × inputs.
  func withZeros(inputs: Int) -> [Float] {
    var whole = [Float](repeating: 0, count: (starts.count - 1) * inputs)
    for output in 0..<(starts.count - 1) {
      for place in Int(starts[output])..<Int(starts[output + 1]) {
        whole[output * inputs + Int(columns[place])] = values[place]
      }
    }
    return whole
  }
}

/// The constants of a quantized convolution. Zero points and bounds are given as uint8; int8 values are shifted by 128.
struct QuantizedConstants: Sendable {
  /// Then there are as many output as input channels.
  let isDepthwise: Bool
  /// Whether tensors are int8, else uint8.
  let isSigned: Bool
  let inputZeroPoint: UInt8
  let weightZeroPoint: UInt8
  let outputZeroPoint: UInt8
  let bounds: ClosedRange<UInt8>
  /// The requantization scale of each output channel: input scale × weight scale / output scale.
  let scales: [Float]
  let biases: [Int32]
  /// Outputs × window × window × inputs, depthwise window × window × outputs, as in the file.
  let weights: ModelData

  var unsignedWeights: [UInt8] {
    let flip: UInt8 = isSigned ? 0x80 : 0
    return weights.withUnsafeBytes { bytes in
      // A loop over memory, which the compiler makes one over vectors, unlike `map`: a task's start counts.
      [UInt8](unsafeUninitializedCapacity: bytes.count) { flipped, count in
        for place in 0..<bytes.count { flipped.initializeElement(at: place, to: bytes[place] ^ flip) }
        count = bytes.count
      }
    }
  }
}
