import CVisionConvolution
import TestSupport

@testable import LiteRTEngine

/// A convolution with sparse weights, packed, and an input.
struct SparseSample {
  typealias Kernel = (
    UnsafePointer<VisionSparse>?, UnsafePointer<VisionSparseWeights>?, UnsafePointer<Float>?,
    UnsafeMutablePointer<Float>?, UnsafeMutablePointer<Float>?
  ) -> Void

  var biases: [Float]
  var input: [Float]
  private let shape: VisionSparse
  private var starts: [Int32]
  private var counts: [UInt16]
  private var columns: [UInt16]
  private var values: [Float]

  /// The most members of a team that may run it.
  private static let mostMembers = 64

  init(pixels: Int, inputs: Int, outputs: Int, starts: [Int32], columns: [Int32], values: [Float]) {
    var shape = VisionSparse(
      pixels: Int32(pixels), inputs: Int32(inputs), outputs: Int32(outputs), min: -10, max: 20)
    self.starts = Array(repeating: 0, count: vision_sparse_start_count(&shape))
    counts = Array(repeating: 0, count: vision_sparse_count_count(&shape))
    self.columns = Array(repeating: 0, count: values.count)
    self.values = Array(repeating: 0, count: values.count)
    vision_sparse_pack(&shape, starts, columns, values, &self.starts, &counts, &self.columns, &self.values)
    self.shape = shape
    biases = Array(repeating: 0, count: outputs)
    input = Array(repeating: 0, count: pixels * inputs)
  }

  /// About a quarter of the weights, rows without any among them.
  init(pixels: Int, inputs: Int, outputs: Int, using generator: inout SeededGenerator) {
    var starts: [Int32] = [0]
    var columns: [Int32] = []
    for output in 0..<outputs {
      if output % 5 != 3 {
        columns += (0..<Int32(inputs)).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
      }
      starts.append(Int32(columns.count))
    }
    self.init(
      pixels: pixels, inputs: inputs, outputs: outputs, starts: starts, columns: columns,
      values: generator.floats(columns.count)
    )
    biases = generator.floats(outputs)
    input = generator.floats(pixels * inputs)
  }

  /// The bits of the result; whatever is not written stays the bits of a number that is none.
  func run(_ kernel: Kernel) -> [UInt32] {
    withUnsafePointer(to: shape) { shape in
      let sumCount = vision_sparse_sum_count(shape) * Self.mostMembers
      let sums = UnsafeMutableRawPointer.allocate(byteCount: 4 * sumCount, alignment: 64)
      defer { sums.deallocate() }
      var output = [Float](repeating: .nan, count: Int(shape.pointee.pixels * shape.pointee.outputs))
      biases.withUnsafeBufferPointer { biases in
        starts.withUnsafeBufferPointer { starts in
          counts.withUnsafeBufferPointer { counts in
            columns.withUnsafeBufferPointer { columns in
              values.withUnsafeBufferPointer { values in
                var weights = VisionSparseWeights(
                  biases: biases.baseAddress, starts: starts.baseAddress, counts: counts.baseAddress,
                  columns: columns.baseAddress, values: values.baseAddress)
                kernel(shape, &weights, input, &output, sums.bindMemory(to: Float.self, capacity: sumCount))
              }
            }
          }
        }
      }
      return output.map(\.bitPattern)
    }
  }
}
