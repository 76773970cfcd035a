import Benchmark
import CVisionConvolution

/// Depthwise 5 x 5 convolutions of the palm detector, with the most pixels and with the most channels.
enum ConvolutionBenchmarks {
  private typealias Kernel = (
    UnsafePointer<VisionDepthwise>?, UnsafePointer<Float>?, UnsafePointer<Float>?, UnsafeMutablePointer<Float>?
  ) -> Void

  static func register() {
    register("depthwise 5 x 5, 96 x 96 x 32", size: 96, channels: 32) { vision_depthwise($0, $1, $2, $3, nil) }
    register("depthwise 5 x 5, 12 x 12 x 256", size: 12, channels: 256) { vision_depthwise($0, $1, $2, $3, nil) }
    register("depthwise 5 x 5, 96 x 96 x 32, AVX2", size: 96, channels: 32) { shape, packed, input, output in
      onNarrowPath { vision_depthwise(shape, packed, input, output, nil) }
    }
    register("depthwise 5 x 5, 96 x 96 x 32, plain", size: 96, channels: 32, vision_depthwise_plain)
  }

  private static func register(_ name: String, size: Int32, channels: Int32, _ kernel: @escaping Kernel) {
    Benchmark(name) { benchmark in
      var shape = VisionDepthwise(
        inputHeight: size, inputWidth: size, outputHeight: size, outputWidth: size, channels: channels, window: 5,
        stride: 1, top: 2, left: 2, min: -.infinity, max: .infinity, dilation: 1, isHardSwish: false)
      let input = Noise.floats(Int(size * size * channels), in: -1...1)
      let packed = Noise.floats(vision_depthwise_packed_count(&shape), in: -1...1)
      var output = [Float](repeating: 0, count: input.count)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { kernel(&shape, packed, input, &output) }
      benchmark.stopMeasurement()
      blackHole(output)
    }
  }
}
