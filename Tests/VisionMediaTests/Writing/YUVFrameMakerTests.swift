import Foundation
import TestSupport
import Testing
import VisionImaging

@testable import VisionMedia

/// The frames that encoders get are the pictures in the arithmetic of the standards.
@Suite("Pictures as 4:2:0 frames")
struct YUVFrameMakerTests {
  /// A frame's planes without the padding of their rows.
  struct Planes: Equatable {
    var luma: [UInt8] = []
    var u: [UInt8] = []
    var v: [UInt8] = []

    init() {}

    init(_ image: ImageBuffer, _ matrix: YUVMatrix, maker: YUVFrameMaker? = nil) throws {
      let maker = try maker ?? YUVFrameMaker(width: image.width, height: image.height, matrix: matrix)
      try maker.convert(image)
      let planes = try (0..<3).map { index in
        let plane = try #require(maker.frame.plane(index))
        let (width, height) =
          index == 0 ? (maker.frame.width, maker.frame.height) : (maker.frame.width / 2, maker.frame.height / 2)
        return (0..<height).flatMap { y in
          UnsafeRawBufferPointer(start: plane.address + y * plane.bytesPerRow, count: width).map { $0 }
        }
      }
      (luma, u, v) = (planes[0], planes[1], planes[2])
    }

    /// The largest difference in luma and in chroma.
    func distance(to other: Planes) -> (luma: Int, chroma: Int) {
      func largest(_ a: [UInt8], _ b: [UInt8]) -> Int { zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0 }
      return (largest(luma, other.luma), max(largest(u, other.u), largest(v, other.v)))
    }
  }

  /// The plain version: the standards' formulas in floating point.
  static func plain(_ rgb: [UInt8], width: Int, height: Int, _ matrix: YUVMatrix) -> Planes {
    func pixel(_ x: Int, _ y: Int) -> SIMD3<Double> {
      let start = (min(y, height - 1) * width + min(x, width - 1)) * 3
      return SIMD3(Double(rgb[start]), Double(rgb[start + 1]), Double(rgb[start + 2])) / 255
    }
    let (red, blue) = matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    func luma(_ color: SIMD3<Double>) -> Double { red * color.x + (1 - red - blue) * color.y + blue * color.z }
    func byte(_ value: Double) -> UInt8 { UInt8(value.rounded()) }
    var planes = Planes()
    for y in 0..<(height + height % 2) {
      for x in 0..<(width + width % 2) { planes.luma.append(byte(16 + 219 * luma(pixel(x, y)))) }
    }
    for y in stride(from: 0, to: height, by: 2) {
      for x in stride(from: 0, to: width, by: 2) {
        let mean = (pixel(x, y) + pixel(x + 1, y) + pixel(x, y + 1) + pixel(x + 1, y + 1)) / 4
        planes.u.append(byte(128 + 112 * (mean.z - luma(mean)) / (1 - blue)))
        planes.v.append(byte(128 + 112 * (mean.x - luma(mean)) / (1 - red)))
      }
    }
    return planes
  }

  static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }

  @Test(
    "every pixel is that of the standards' formulas, to the step where rounding differs",
    arguments: [
      (64, 48), (70, 46), (2, 2), (1, 1), (33, 17), (257, 3),
    ])
  func formulas(width: Int, height: Int) throws {
    for matrix in [YUVMatrix.bt601, .bt709] {
      let bytes = Self.noise(width * height * 3, seed: UInt64(width))
      let image = try ImageBuffer(copying: bytes, width: width, height: height, format: .rgb)
      let (made, wanted) = (try Planes(image, matrix), Self.plain(bytes, width: width, height: height, matrix))
      #expect(made.luma.count == wanted.luma.count && made.u.count == wanted.u.count)
      let distance = made.distance(to: wanted)
      let others = zip(made.luma + made.u + made.v, wanted.luma + wanted.u + wanted.v).count { $0 != $1 }
      print("\(width) x \(height), \(matrix): largest difference \(distance), \(others) of \(made.luma.count) differ")
      #expect(distance.luma <= 1 && distance.chroma <= 1)
      #expect(others <= made.luma.count / 500)
    }
  }

  @Test("gray has no colour, black is 16 and white 235", arguments: [YUVMatrix.bt601, .bt709])
  func grays(matrix: YUVMatrix) throws {
    let image = try ImageBuffer(copying: (0...255).map { UInt8($0) }, width: 16, height: 16, format: .gray)
    let planes = try Planes(image, matrix)
    #expect(planes.u.allSatisfy { $0 == 128 } && planes.v.allSatisfy { $0 == 128 })
    #expect(planes.luma.first == 16 && planes.luma.last == 235)
    #expect(planes.luma == planes.luma.sorted())
  }

  @Test("every layout of the same picture gives the same frame, in the same memory", arguments: [(70, 46), (33, 17)])
  func layouts(width: Int, height: Int) throws {
    let bytes = Self.noise(width * height * 3, seed: 7)
    let image = try ImageBuffer(copying: bytes, width: width, height: height, format: .rgb)
    let wanted = try Planes(image, .bt709)
    let maker = try YUVFrameMaker(width: width, height: height, matrix: .bt709)
    let first = try #require(maker.frame.plane(0)).address
    func pixels(_ order: [Int?], rowBytes: Int) -> [UInt8] {
      var padded = [UInt8](repeating: 99, count: rowBytes * height)
      for y in 0..<height {
        for x in 0..<width {
          for (place, channel) in order.enumerated() {
            padded[y * rowBytes + x * order.count + place] = channel.map { bytes[(y * width + x) * 3 + $0] } ?? 7
          }
        }
      }
      return padded
    }
    let layouts: [(PixelFormat, [Int?])] = [(.rgb, [0, 1, 2]), (.rgba, [0, 1, 2, nil]), (.bgra, [2, 1, 0, nil])]
    for (format, order) in layouts {
      for spare in [0, 1, 64] {
        let rowBytes = width * order.count + spare
        let image = try ImageBuffer(
          copying: pixels(order, rowBytes: rowBytes), width: width, height: height, bytesPerRow: rowBytes,
          format: format)
        #expect(try Planes(image, .bt709, maker: maker) == wanted, "\(format), rows of \(rowBytes) bytes")
      }
    }
    #expect(maker.frame.plane(0)?.address == first)
  }

  @Test("FFmpeg's own conversion is the same to a step of luma", .needs(.ffmpeg))
  func agreesWithFFmpeg() throws {
    let folder = try TemporaryFolder()
    let image = try ImageBuffer.ramp(width: 70, height: 46)
    try Data(image.packedBytes).write(to: folder.url.appendingPathComponent("a.rgb"))
    let judge = try FFmpegCommand.run(
      "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "70x46", "-i", folder.path("a.rgb"), "-sws_flags",
      "bicubic+accurate_rnd+full_chroma_inp+bitexact", "-vf", "scale=out_color_matrix=bt709:out_range=tv",
      "-pix_fmt", "yuv420p", "-f", "rawvideo", "-")
    let planes = try Planes(image, .bt709)
    let luma = zip(planes.luma, judge).map { abs(Int($0) - Int($1)) }.max() ?? 0
    print("largest difference of luma from FFmpeg's: \(luma)")
    #expect(judge.count == planes.luma.count * 3 / 2 && luma <= 1)
  }
}
