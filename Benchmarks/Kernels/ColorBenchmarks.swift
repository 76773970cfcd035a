import Benchmark
import CVisionPixels
import VisionImaging

/// Conversion between 4:2:0 video and RGB, 1280 x 720.
enum ColorBenchmarks {
  private static let (width, height) = (1280, 720)

  static func register() {
    Benchmark("4:2:0 to RGB, 1280 x 720") { benchmark in
      let planes = Noise.bytes(width * height * 3 / 2)
      let converter = YUV420Converter(width: width, height: height, coefficients: .bt709, isFullRange: false)
      var rgb = [UInt8](repeating: 0, count: width * height * 3)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { toRGB(planes, by: converter, into: &rgb) }
      benchmark.stopMeasurement()
      blackHole(rgb)
    }
    Benchmark("BGRA to 4:2:0, 1280 x 720") { benchmark in
      let image = Noise.bytes(width * height * 4)
      var planes = [UInt8](repeating: 0, count: width * height * 3 / 2)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { toYUV(image, into: &planes) }
      benchmark.stopMeasurement()
      blackHole(planes)
    }
    Benchmark("BGRA to 4:2:0, 1280 x 720, plain") { benchmark in
      let image = Noise.bytes(width * height * 4)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(plainYUV(image)) }
      benchmark.stopMeasurement()
    }
  }

  private static func toRGB(_ planes: [UInt8], by converter: YUV420Converter, into rgb: inout [UInt8]) {
    planes.withUnsafeBufferPointer { planes in
      rgb.withUnsafeMutableBufferPointer { rgb in
        guard let luma = planes.baseAddress, let target = rgb.baseAddress else { return }
        let u = luma + width * height
        converter.convert(
          .init(
            luma: luma, u: u, v: u + width * height / 4, lumaBytesPerRow: width, uBytesPerRow: width / 2,
            vBytesPerRow: width / 2), to: target, bytesPerRow: width * 3)
      }
    }
  }

  private static func toYUV(_ image: [UInt8], into planes: inout [UInt8]) {
    // The weights of BT.709 in limited range.
    var weights = VisionYUVWeights(luma: (4064, 40254, 11966), u: (28784, -22189, -6595), v: (-2642, -26145, 28787))
    image.withUnsafeBufferPointer { image in
      planes.withUnsafeMutableBufferPointer { planes in
        guard let pixels = image.baseAddress, let luma = planes.baseAddress else { return }
        let u = luma + width * height
        let v = u + width * height / 4
        for y in stride(from: 0, to: height, by: 2) {
          vision_yuv_rows(
            pixels + y * width * 4, pixels + (y + 1) * width * 4, Int32(width), &weights, luma + y * width,
            luma + (y + 1) * width, u + y / 2 * (width / 2), v + y / 2 * (width / 2))
        }
      }
    }
  }

  /// The standard's formulas, pixel by pixel in floating point.
  private static func plainYUV(_ image: [UInt8]) -> [UInt8] {
    var planes = [UInt8](repeating: 0, count: width * height * 3 / 2)
    func color(_ x: Int, _ y: Int) -> SIMD3<Float> {
      let start = (y * width + x) * 4
      return SIMD3(Float(image[start + 2]), Float(image[start + 1]), Float(image[start])) / 255
    }
    func luma(_ color: SIMD3<Float>) -> Float { 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z }
    for y in 0..<height {
      for x in 0..<width { planes[y * width + x] = UInt8((16 + 219 * luma(color(x, y))).rounded()) }
    }
    for y in stride(from: 0, to: height, by: 2) {
      for x in stride(from: 0, to: width, by: 2) {
        let mean = (color(x, y) + color(x + 1, y) + color(x, y + 1) + color(x + 1, y + 1)) / 4
        let place = width * height + y / 2 * (width / 2) + x / 2
        planes[place] = UInt8((128 + 112 * (mean.z - luma(mean)) / 0.9278).rounded())
        planes[place + width * height / 4] = UInt8((128 + 112 * (mean.x - luma(mean)) / 0.7874).rounded())
      }
    }
    return planes
  }
}
