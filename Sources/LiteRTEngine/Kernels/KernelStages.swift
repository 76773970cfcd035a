internal import CVisionConvolution
import VisionModels

/// The convolutions of a block in the kernels' form, with or without packed weights.
/// Sendable because its memory is written by `init` alone.
final class KernelStages: @unchecked Sendable {
  /// One for each convolution. Their pointers are valid as long as this object.
  private(set) var stages: [VisionStage] = []
  private(set) var alpha: UnsafePointer<Float>?
  var reducedCount: Int { stages.count { $0.dense.map { $0.pointee.numbers != VISION_FLOAT32 } == true } }
  private var memory: [UnsafeMutableRawPointer] = []

  init(_ block: FusedConvolution, _ precision: Precision = .exact, packsWeights: Bool) {
    for (index, convolution) in block.convolutions.enumerated() {
      var stage = VisionStage()
      switch convolution.kind {
      case .dense(let weights, let biases, let bounds):
        // A fully connected layer reads each weight once: reduced numbers would gain nothing, and it is often the last.
        let numbers = convolution.layer == nil ? precision : .exact
        let shape = keep(VisionDense(convolution, bounds, isHalf: weights.isHalf, numbers))
        stage.dense = shape
        guard packsWeights else { break }
        let packed = allocate(vision_dense_packed_size(shape))
        if weights.isHalf {
          weights.withHalves { vision_dense_pack(shape, $0, biases, packed) }
        } else {
          weights.withFloats { vision_dense_pack(shape, $0, biases, packed) }
        }
        stage.packed = UnsafeRawPointer(packed)
        stage.alpha = convolution.alpha.map(keep)
      case .depthwise(let weights, let biases, let bounds):
        let shape = keep(VisionDepthwise(convolution, bounds))
        stage.depthwise = shape
        guard packsWeights else { break }
        let packed: UnsafeMutablePointer<Float> = allocate(vision_depthwise_packed_count(shape))
        vision_depthwise_pack(shape, weights, biases, packed)
        stage.packed = UnsafeRawPointer(packed)
      case .sparse(let weights, let biases, let bounds):
        let shape = keep(VisionSparse(convolution.shape, bounds))
        stage.sparse = shape
        stage.width = Int32(clamping: convolution.shape.input.width)
        if packsWeights { stage.sparseWeights = pack(weights, biases, shape) }
      case .quantized(let constants):
        var sizes = VisionQuantized(convolution.shape, constants)
        // Between convolutions of a block tensors are uint8.
        sizes.isInputSigned = constants.isSigned && index == 0
        sizes.isOutputSigned = constants.isSigned && index == block.convolutions.count - 1
        let shape = keep(sizes)
        stage.quantized = shape
        guard packsWeights else { break }
        let packed = allocate(vision_quantized_packed_size(shape))
        vision_quantized_pack(shape, constants.unsignedWeights, constants.biases, constants.scales, packed)
        stage.packed = UnsafeRawPointer(packed)
      }
      stages.append(stage)
    }
    if packsWeights { alpha = block.alpha.map(keep) }
  }

  deinit { memory.forEach { $0.deallocate() } }

  private func pack(
    _ weights: SparseWeights, _ biases: [Float], _ shape: UnsafePointer<VisionSparse>
  ) -> UnsafePointer<VisionSparseWeights> {
    let starts: UnsafeMutablePointer<Int32> = allocate(vision_sparse_start_count(shape))
    let counts: UnsafeMutablePointer<UInt16> = allocate(vision_sparse_count_count(shape))
    let columns: UnsafeMutablePointer<UInt16> = allocate(weights.values.count)
    let values: UnsafeMutablePointer<Float> = allocate(weights.values.count)
    vision_sparse_pack(shape, weights.starts, weights.columns, weights.values, starts, counts, columns, values)
    return keep(
      VisionSparseWeights(
        biases: keep(biases), starts: UnsafePointer(starts), counts: UnsafePointer(counts),
        columns: UnsafePointer(columns), values: UnsafePointer(values)))
  }

  private func keep(_ numbers: [Float]) -> UnsafePointer<Float> {
    let pointer: UnsafeMutablePointer<Float> = allocate(numbers.count)
    pointer.initialize(from: numbers, count: numbers.count)
    return UnsafePointer(pointer)
  }

  private func keep<Value: BitwiseCopyable>(_ value: Value) -> UnsafePointer<Value> {
    let pointer: UnsafeMutablePointer<Value> = allocate(1)
    pointer.initialize(to: value)
    return UnsafePointer(pointer)
  }

  private func allocate<Value: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Value> {
    allocate(count * MemoryLayout<Value>.stride).bindMemory(to: Value.self, capacity: count)
  }

  private func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let pointer = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    memory.append(pointer)
    return pointer
  }
}

extension VisionDense {
  fileprivate init(_ convolution: Convolution, _ bounds: ClosedRange<Float>, isHalf: Bool, _ precision: Precision) {
    let shape = convolution.shape
    self.init(
      inputHeight: Int32(shape.input.height), inputWidth: Int32(shape.input.width),
      outputHeight: Int32(shape.output.height), outputWidth: Int32(shape.output.width), inputs: Int32(shape.inputs),
      outputs: Int32(shape.outputs), window: Int32(shape.window), stride: Int32(shape.stride),
      top: Int32(shape.padding.height), left: Int32(shape.padding.width), min: bounds.lowerBound,
      max: bounds.upperBound, isHalf: isHalf, isHardSwish: convolution.isHardSwish, numbers: VISION_FLOAT32)
    if vision_dense_takes(&self, precision.numbers) { numbers = precision.numbers }
  }
}

extension VisionDepthwise {
  fileprivate init(_ convolution: Convolution, _ bounds: ClosedRange<Float>) {
    let shape = convolution.shape
    self.init(
      inputHeight: Int32(shape.input.height), inputWidth: Int32(shape.input.width),
      outputHeight: Int32(shape.output.height), outputWidth: Int32(shape.output.width), channels: Int32(shape.outputs),
      window: Int32(shape.window), stride: Int32(shape.stride), top: Int32(shape.padding.height),
      left: Int32(shape.padding.width), min: bounds.lowerBound, max: bounds.upperBound,
      dilation: Int32(shape.dilation), isHardSwish: convolution.isHardSwish)
  }
}

extension VisionSparse {
  fileprivate init(_ shape: ConvolutionShape, _ bounds: ClosedRange<Float>) {
    self.init(
      pixels: Int32(shape.input.height * shape.input.width), inputs: Int32(shape.inputs),
      outputs: Int32(shape.outputs), min: bounds.lowerBound, max: bounds.upperBound)
  }
}

extension VisionQuantized {
  fileprivate init(_ shape: ConvolutionShape, _ constants: QuantizedConstants) {
    self.init(
      inputHeight: Int32(shape.input.height), inputWidth: Int32(shape.input.width),
      outputHeight: Int32(shape.output.height), outputWidth: Int32(shape.output.width), inputs: Int32(shape.inputs),
      outputs: Int32(shape.outputs), window: Int32(shape.window), stride: Int32(shape.stride),
      top: Int32(shape.padding.height), left: Int32(shape.padding.width), isDepthwise: constants.isDepthwise,
      isInputSigned: false, isOutputSigned: false, inputZeroPoint: Int32(constants.inputZeroPoint),
      weightZeroPoint: Int32(constants.weightZeroPoint), outputZeroPoint: Int32(constants.outputZeroPoint),
      min: Int32(constants.bounds.lowerBound), max: Int32(constants.bounds.upperBound))
  }
}
