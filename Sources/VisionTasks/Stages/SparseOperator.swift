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

  init(name: String, _ convolution: SparseConvolution, team: KernelTeam? = nil) {
    self.name = name
    let extent = convolution.extent
    inputShape = [1, extent.height, extent.width, convolution.inputs]
    outputShape = [1, extent.height, extent.width, convolution.outputs]
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
  }

  deinit {
    starts.deallocate()
    counts.deallocate()
    columns.deallocate()
    values.deallocate()
    sums.deallocate()
  }

  func run(input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>) {
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
  init(_ convolution: SparseConvolution) {
    self.init(
      pixels: Int32(convolution.extent.height * convolution.extent.width), inputs: Int32(convolution.inputs),
      outputs: Int32(convolution.outputs), least: convolution.bounds.lowerBound, most: convolution.bounds.upperBound)
  }
}
