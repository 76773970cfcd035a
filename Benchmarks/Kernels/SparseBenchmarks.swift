import Benchmark
import CVisionConvolution

/// Sparse convolutions of the person detector with 75 % zeros: many pixels with few channels, and vice versa.
enum SparseBenchmarks {
  private typealias Kernel = (
    UnsafePointer<VisionSparse>?, UnsafePointer<VisionSparseWeights>?, UnsafePointer<Float>?,
    UnsafeMutablePointer<Float>?, UnsafeMutablePointer<Float>?
  ) -> Void

  static func register() {
    register("sparse 56 x 56, 24 to 144", size: 56, inputs: 24, outputs: 144) { vision_sparse($0, $1, $2, $3, $4, nil) }
    register("sparse 14 x 14, 672 to 112", size: 14, inputs: 672, outputs: 112) {
      vision_sparse($0, $1, $2, $3, $4, nil)
    }
    register("sparse 14 x 14, 672 to 112, AVX2", size: 14, inputs: 672, outputs: 112) {
      shape, weights, input, output, sums in
      onNarrowPath { vision_sparse(shape, weights, input, output, sums, nil) }
    }
    register("sparse 14 x 14, 672 to 112, plain", size: 14, inputs: 672, outputs: 112, vision_sparse_plain)
  }

  private static func register(
    _ name: String, size: Int32, inputs: Int32, outputs: Int32, _ kernel: @escaping Kernel
  ) {
    Benchmark(name) { benchmark in
      var shape = VisionSparse(pixels: size * size, inputs: inputs, outputs: outputs, min: 0, max: 6)
      // Every fourth weight, at a different offset per row.
      var starts: [Int32] = [0]
      var columns: [Int32] = []
      for output in 0..<outputs {
        columns += stride(from: output % 4, to: inputs, by: 4)
        starts.append(Int32(columns.count))
      }
      let packedStarts = allocate(Int32.self, vision_sparse_start_count(&shape))
      let counts = allocate(UInt16.self, vision_sparse_count_count(&shape))
      let packedColumns = allocate(UInt16.self, columns.count)
      let values = allocate(Float.self, columns.count)
      let biases = allocate(Float.self, Int(outputs))
      let output = allocate(Float.self, Int(size * size * outputs))
      let sums = allocate(Float.self, vision_sparse_sum_count(&shape))
      defer { for memory in [values, biases, output, sums] { memory.deallocate() } }
      defer {
        packedStarts.deallocate()
        counts.deallocate()
        packedColumns.deallocate()
      }
      vision_sparse_pack(
        &shape, starts, columns, Noise.floats(columns.count, in: -1...1), packedStarts, counts, packedColumns, values)
      biases.update(from: Noise.floats(Int(outputs), in: -1...1), count: Int(outputs))
      let input = Noise.floats(Int(size * size * inputs), in: -1...1)
      var weights = VisionSparseWeights(
        biases: biases, starts: packedStarts, counts: counts, columns: packedColumns, values: values)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { kernel(&shape, &weights, input, output, sums) }
      benchmark.stopMeasurement()
      blackHole(output[0])
    }
  }
  /// Zeroed memory that starts on a cache line.
  private static func allocate<Element>(_: Element.Type, _ count: Int) -> UnsafeMutablePointer<Element> {
    let byteCount = count * MemoryLayout<Element>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    return memory.bindMemory(to: Element.self, capacity: count)
  }
}
