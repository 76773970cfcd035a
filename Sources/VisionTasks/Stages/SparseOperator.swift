import CVisionConvolution
import VisionModels
import VisionRuntime

/// A convolution by weights of which most are 0, run by a kernel of this project without those, with equal results.
///
/// The runtime multiplies with all of them; see `CVisionConvolution`.
///
/// Sendable because packed weights are written once, before anybody else sees them, and `sums` by `run` alone, which is called once
/// at a time.
final class SparseOperator: KernelOperator, @unchecked Sendable {
  let name: String
  let inputShape: [Int]
  let outputShape: [Int]
  let multiplyAdds: Int

  private let shape: VisionSparse
  private let biases: [Float]
  private let starts: UnsafeMutableBufferPointer<Int32>
  private let counts: UnsafeMutableBufferPointer<UInt16>
  private let columns: UnsafeMutableBufferPointer<UInt16>
  private let values: UnsafeMutableBufferPointer<Float>
  private let sums: UnsafeMutableRawPointer
  private let team: KernelTeam?
  /// What is enlarged afterwards.
  private let enlarging: Enlarging?

  /// A result before it gets twice the rows and columns.
  private struct Enlarging {
    let extent: TensorExtent
    let bounds: ClosedRange<Float>
    let small: UnsafeMutableBufferPointer<Float>
  }

  init(name: String, _ convolution: SparseConvolution, team: KernelTeam? = nil) {
    self.name = name
    let extent = convolution.extent
    inputShape = [1, extent.height, extent.width, convolution.inputs]
    let scale = convolution.isDoubled ? 2 : 1
    outputShape = [1, scale * extent.height, scale * extent.width, convolution.outputs]
    multiplyAdds = convolution.multiplyAdds
    biases = convolution.biases
    var shape = VisionSparse(convolution)
    self.shape = shape
    starts = .allocate(capacity: vision_sparse_start_count(&shape))
    counts = .allocate(capacity: vision_sparse_count_count(&shape))
    columns = .allocate(capacity: convolution.weights.count)
    values = .allocate(capacity: convolution.weights.count)
    vision_sparse_pack(
      &shape, convolution.starts, convolution.columns, convolution.weights, starts.baseAddress, counts.baseAddress,
      columns.baseAddress, values.baseAddress)
    let sumCount = vision_sparse_sum_count(&shape) * Int(vision_team_members(team?.pointer))
    sums = .allocate(byteCount: sumCount * MemoryLayout<Float>.size, alignment: 64)
    self.team = team
    enlarging =
      convolution.isDoubled
      ? Enlarging(
        extent: extent, bounds: convolution.bounds,
        small: .allocate(capacity: extent.height * extent.width * convolution.outputs)) : nil
  }

  deinit {
    starts.deallocate()
    counts.deallocate()
    columns.deallocate()
    values.deallocate()
    sums.deallocate()
    enlarging?.small.deallocate()
  }

  func run(input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
    guard let enlarging, let small = enlarging.small.baseAddress else { return convolve(input, into: output) }
    convolve(input, into: small)
    vision_double(
      small, Int32(enlarging.extent.height), Int32(enlarging.extent.width), shape.outputs, enlarging.bounds.lowerBound,
      enlarging.bounds.upperBound, output)
  }

  private func convolve(_ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>) {
    biases.withUnsafeBufferPointer { biases in
      var weights = VisionSparseWeights(
        biases: biases.baseAddress, starts: starts.baseAddress, counts: counts.baseAddress,
        columns: columns.baseAddress, values: values.baseAddress)
      withUnsafePointer(to: shape) {
        vision_sparse($0, &weights, input, output, sums.assumingMemoryBound(to: Float.self), team?.pointer)
      }
    }
  }
}

extension VisionSparse {
  /// What is enlarged is bounded afterwards only.
  init(_ convolution: SparseConvolution) {
    let bounds = convolution.isDoubled ? -Float.infinity...Float.infinity : convolution.bounds
    self.init(
      pixels: Int32(convolution.extent.height * convolution.extent.width), inputs: Int32(convolution.inputs),
      outputs: Int32(convolution.outputs), least: bounds.lowerBound, most: bounds.upperBound)
  }
}
