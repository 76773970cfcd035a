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
  private let weights: WeightMemory?

  /// Packs the weights into `weights`; nil for the shapes alone.
  init(_ block: FusedConvolution, _ precision: Precision = .exact, packing weights: WeightMemory?) {
    self.weights = weights
    for (index, convolution) in block.convolutions.enumerated() {
      var stage = VisionStage()
      switch convolution.kind {
      case .dense(let constants, let biases, let bounds):
        // A fully connected layer reads each weight once: reduced numbers would gain nothing, and it is often the last.
        let numbers = convolution.layer == nil ? precision : .exact
        let shape = keep(VisionDense(convolution, bounds, isHalf: constants.isHalf, numbers))
        stage.dense = shape
        guard let packed = weights?.allocate(vision_dense_packed_size(shape)) else { break }
        if constants.isHalf {
          constants.withHalves { vision_dense_pack(shape, $0, biases, packed) }
        } else {
          constants.withFloats { vision_dense_pack(shape, $0, biases, packed) }
        }
        stage.packed = UnsafeRawPointer(packed)
        stage.alpha = convolution.alpha.map(keep)
      case .depthwise(let constants, let biases, let bounds):
        let shape = keep(VisionDepthwise(convolution, bounds))
        stage.depthwise = shape
        let count = vision_depthwise_packed_count(shape)
        guard let packed = weights?.allocate(count * MemoryLayout<Float>.stride) else { break }
        vision_depthwise_pack(shape, constants, biases, packed.bindMemory(to: Float.self, capacity: count))
        stage.packed = UnsafeRawPointer(packed)
      case .sparse(let constants, let biases, let bounds):
        let dense = VisionDense(convolution, bounds, isHalf: false, precision)
        if !convolution.isDepthwise, vision_multiplies_matrices(dense.numbers) {
          let shape = keep(dense)
          stage.dense = shape
          guard let packed = weights?.allocate(vision_dense_packed_size(shape)) else { break }
          vision_dense_pack(shape, constants.withZeros(inputs: convolution.shape.inputs), biases, packed)
          stage.packed = UnsafeRawPointer(packed)
          break
        }
        let shape = keep(VisionSparse(convolution.shape, bounds))
        stage.sparse = shape
        stage.width = Int32(clamping: convolution.shape.input.width)
        if weights != nil { stage.sparseWeights = pack(constants, biases, shape) }
      case .quantized(let constants):
        var sizes = VisionQuantized(convolution.shape, constants)
        // Between convolutions of a block tensors are uint8.
        sizes.isInputSigned = index == 0 && block.inputType == .int8
        sizes.isOutputSigned = index == block.convolutions.count - 1 && block.outputType == .int8
        let shape = keep(sizes)
        stage.quantized = shape
        guard let packed = weights?.allocate(vision_quantized_packed_size(shape)) else { break }
        vision_quantized_pack(shape, constants.unsignedWeights, constants.biases, constants.scales, packed)
        stage.packed = UnsafeRawPointer(packed)
      }
      stages.append(stage)
    }
    if weights != nil { alpha = block.alpha.map(keep) }
  }

  deinit { memory.forEach { $0.deallocate() } }

  /// The memory that the block needs; nil where the kernels do not support it. A method, since its caller keeps this
  /// object, and with it what the stages point to.
  func sizes(threadCount: Int32) -> VisionBlockSizes? {
    var sizes = VisionBlockSizes()
    return vision_block_sizes(stages, Int32(clamping: stages.count), threadCount, &sizes) ? sizes : nil
  }

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

/// The memory of a model's packed weights, one behind the other in the order of their use as far as they fit into a
/// part: kernels fetch what follows the weights that they read. Sparse weights are elsewhere.
/// Sendable because a model's preparation alone writes it.
final class WeightMemory: @unchecked Sendable {
  private static let partByteCount = 1 << 20
  private static let alignment = 64

  private var parts: [UnsafeMutableRawPointer] = []
  /// What is left of the last part.
  private var rest: (start: UnsafeMutableRawPointer, count: Int)?

  deinit { parts.forEach { $0.deallocate() } }

  /// Memory that is aligned to 64 bytes and valid as long as this object. What is left of a part is never written.
  func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let whole = (byteCount + Self.alignment - 1) / Self.alignment * Self.alignment
    if let (start, count) = rest, count >= whole {
      rest = (start + whole, count - whole)
      return start
    }
    let count = max(whole, Self.partByteCount)
    let part = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: Self.alignment)
    parts.append(part)
    rest = (part + whole, count - whole)
    return part
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
