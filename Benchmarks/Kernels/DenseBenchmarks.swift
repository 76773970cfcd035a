import Benchmark
import CVisionConvolution

/// 1 x 1 convolutions of the pose landmark models with float16 weights: many pixels with few channels, and vice versa.
enum DenseBenchmarks {
  private typealias Kernel = (
    UnsafePointer<VisionDense>?, UnsafeRawPointer?, UnsafePointer<Float>?, UnsafePointer<VisionEpilogue>?,
    UnsafeMutablePointer<Float>?, UnsafeMutablePointer<Float>?
  ) -> Void

  static func register() {
    register("dense 64 x 64, 16 to 96", size: 64, inputs: 16, outputs: 96) { vision_dense($0, $1, $2, $3, $4, $5, nil) }
    register("dense 8 x 8, 576 to 96", size: 8, inputs: 576, outputs: 96) { vision_dense($0, $1, $2, $3, $4, $5, nil) }
    register("dense 8 x 8, 576 to 96, AVX2", size: 8, inputs: 576, outputs: 96) {
      shape, packed, input, epilogue, output, work in
      onNarrowPath { vision_dense(shape, packed, input, epilogue, output, work, nil) }
    }
    register("dense 8 x 8, 576 to 96, plain", size: 8, inputs: 576, outputs: 96) {
      shape, packed, input, epilogue, output, _ in
      vision_dense_plain(shape, packed, input, epilogue, output)
    }
  }

  private static func register(
    _ name: String, size: Int32, inputs: Int32, outputs: Int32, _ kernel: @escaping Kernel
  ) {
    Benchmark(name) { benchmark in
      var shape = VisionDense(
        inputHeight: size, inputWidth: size, outputHeight: size, outputWidth: size, inputs: inputs, outputs: outputs,
        window: 1, stride: 1, top: 0, left: 0, min: 0, max: 6, isHalf: true, isHardSwish: false, numbers: VISION_FLOAT32
      )
      // 0.5 and 0.25, with either sign.
      let weights = (0..<Int(inputs * outputs)).map { [0x3800, 0xB400, 0x3400, 0xB800][$0 % 4] as UInt16 }
      var packed = [UInt8](repeating: 0, count: vision_dense_packed_size(&shape))
      vision_dense_pack(&shape, weights, Noise.floats(Int(outputs), in: -1...1), &packed)
      let input = Noise.floats(Int(size * size * inputs), in: -1...1)
      var output = [Float](repeating: 0, count: Int(size * size * outputs))
      var work = [Float](repeating: 0, count: vision_dense_work_count(&shape))
      var epilogue = VisionEpilogue()
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { kernel(&shape, packed, input, &epilogue, &output, &work) }
      benchmark.stopMeasurement()
      blackHole(output)
    }
  }
}
