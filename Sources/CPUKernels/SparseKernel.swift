internal import CVisionConvolution
import TFLiteOptimizer
import VisionModels

/// A convolution with sparse weights, packed without their zeros; its results equal the runtime's.
///
/// The runtime multiplies with the zeros too; see `CVisionConvolution`.
///
/// Sendable because its memory is written once, before it is shared.
final class SparseKernel: ConvolutionKernel, @unchecked Sendable {
  private let shape: UnsafeMutablePointer<VisionSparse>
  private let weights: UnsafeMutablePointer<VisionSparseWeights>
  private let width: Int32
  private let biases: UnsafeMutableBufferPointer<Float>
  private let starts: UnsafeMutableBufferPointer<Int32>
  private let counts: UnsafeMutableBufferPointer<UInt16>
  private let columns: UnsafeMutableBufferPointer<UInt16>
  private let values: UnsafeMutableBufferPointer<Float>

  init(_ convolution: SparseConvolution) {
    shape = .allocate(capacity: 1)
    shape.initialize(to: VisionSparse(convolution))
    width = Int32(convolution.size.width)
    biases = .allocate(capacity: convolution.biases.count)
    _ = biases.initialize(fromContentsOf: convolution.biases)
    starts = .allocate(capacity: vision_sparse_start_count(shape))
    counts = .allocate(capacity: vision_sparse_count_count(shape))
    columns = .allocate(capacity: convolution.weights.count)
    values = .allocate(capacity: convolution.weights.count)
    vision_sparse_pack(
      shape, convolution.starts, convolution.columns, convolution.weights, starts.baseAddress, counts.baseAddress,
      columns.baseAddress, values.baseAddress)
    weights = .allocate(capacity: 1)
    weights.initialize(
      to: VisionSparseWeights(
        biases: biases.baseAddress, starts: starts.baseAddress, counts: counts.baseAddress,
        columns: columns.baseAddress, values: values.baseAddress))
  }

  deinit {
    shape.deallocate()
    weights.deallocate()
    biases.deallocate()
    starts.deallocate()
    counts.deallocate()
    columns.deallocate()
    values.deallocate()
  }

  var stage: VisionStage {
    var stage = VisionStage()
    stage.sparse = UnsafePointer(shape)
    stage.sparseWeights = UnsafePointer(weights)
    stage.width = width
    return stage
  }
}

extension VisionSparse {
  init(_ convolution: SparseConvolution) {
    self.init(
      pixels: Int32(convolution.size.height * convolution.size.width), inputs: Int32(convolution.inputs),
      outputs: Int32(convolution.outputs), min: convolution.bounds.lowerBound, max: convolution.bounds.upperBound)
  }
}
