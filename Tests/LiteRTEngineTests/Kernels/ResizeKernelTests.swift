import CVisionConvolution
import TestSupport
import Testing

@testable import LiteRTEngine

@Suite("The kernel for bilinear resizing")
struct ResizeKernelTests {
  private static func shape(
    _ input: (Int32, Int32), _ output: (Int32, Int32), channels: Int32, alignsCorners: Bool = false,
    halvesPixels: Bool = false
  ) -> VisionResize {
    VisionResize(
      inputHeight: input.0, inputWidth: input.1, outputHeight: output.0, outputWidth: output.1, channels: channels,
      alignsCorners: alignsCorners, halvesPixels: halvesPixels)
  }

  private static func plain(_ shape: VisionResize, _ input: [Float]) -> [Float] {
    var (shape, output) = (shape, [Float](repeating: .nan, count: shape.outputCount))
    vision_resize_plain(&shape, input, &output)
    return output
  }

  /// Larger and smaller images, the same size, single rows and pixels; channels that fill no vector, one and several.
  @Test(
    "It equals the plain loop to the last bit on any number of threads",
    arguments: [(false, false), (false, true), (true, false)])
  func equalsPlain(alignsCorners: Bool, halvesPixels: Bool) throws {
    var generator = SeededGenerator(seed: 7)
    let pool = KernelThreadPool(threadCount: 3)
    let sizes: [(input: (Int32, Int32), output: (Int32, Int32))] = [
      ((8, 8), (16, 16)), ((33, 33), (65, 33)), ((5, 7), (5, 7)), ((9, 40), (4, 11)), ((1, 1), (9, 5)),
      ((1, 6), (3, 13)), ((7, 3), (1, 1)), ((2, 2), (2, 30)),
    ]
    for size in sizes {
      for channels: Int32 in [1, 7, 8, 21, 32] {
        var shape = Self.shape(
          size.input, size.output, channels: channels, alignsCorners: alignsCorners, halvesPixels: halvesPixels)
        let input = generator.floats(shape.inputHeight * shape.inputWidth * channels)
        let expected = Self.plain(shape, input).map(\.bitPattern)
        onEachKernelPath { path in
          for (threads, pool) in [(1, nil), (3, pool.limited)] as [(Int32, OpaquePointer?)] {
            var bytes = UInt64(0)
            #expect(vision_resize_size(&shape, threads, &bytes))
            let work = UnsafeMutableRawPointer.allocate(byteCount: Int(bytes), alignment: 64)
            defer { work.deallocate() }
            var output = [Float](repeating: .nan, count: shape.outputCount)
            vision_resize(&shape, input, &output, work, pool)
            #expect(output.map(\.bitPattern) == expected, "\(path), \(threads) threads, \(shape)")
          }
        }
      }
    }
  }

  @Test("The plain loop takes pixels at their corners, at their centres, or from corner to corner")
  func plain() {
    let row: [Float] = [0, 4, 8]
    #expect(Self.plain(Self.shape((1, 3), (1, 6), channels: 1), row) == [0, 2, 4, 6, 8, 8])
    #expect(Self.plain(Self.shape((1, 3), (1, 6), channels: 1, halvesPixels: true), row) == [0, 1, 3, 5, 7, 8])
    #expect(Self.plain(Self.shape((1, 3), (1, 5), channels: 1, alignsCorners: true), row) == [0, 2, 4, 6, 8])
    // Two channels, and a row between two.
    let square: [Float] = [0, 10, 2, 20, 4, 30, 6, 40]
    #expect(Self.plain(Self.shape((2, 2), (3, 1), channels: 2, alignsCorners: true), square) == [0, 10, 2, 20, 4, 30])
  }

  @Test("Shapes beyond the limits, contradictory options and too many threads are refused")
  func refused() {
    func size(_ shape: VisionResize, threads: Int32 = 1) -> UInt64? {
      var (shape, size) = (shape, UInt64(0))
      return vision_resize_size(&shape, threads, &size) ? size : nil
    }
    let most = Int32(VISION_MAX_DIMENSION)
    // 12 bytes for each column, and two rows of floats.
    let row = UInt64(VISION_MAX_DIMENSION)
    #expect(size(Self.shape((1, 1), (1, most), channels: 1024)) == 12 * row + 8 * 1024 * row)
    for shape in [
      Self.shape((1, 1), (1, most + 1), channels: 1), Self.shape((0, 1), (1, 1), channels: 1),
      Self.shape((1, 1), (1, 1), channels: -1), Self.shape((1, 1), (most, most), channels: 1),
      Self.shape((most, 2), (1, 1), channels: 1024),
      Self.shape((2, 2), (4, 4), channels: 1, alignsCorners: true, halvesPixels: true),
    ] {
      #expect(size(shape) == nil, "\(shape)")
    }
    let allowed = Self.shape((2, 2), (4, 4), channels: 1)
    #expect(size(allowed, threads: 64) != nil)
    #expect(size(allowed, threads: 65) == nil && size(allowed, threads: 0) == nil)
  }
}

extension VisionResize {
  fileprivate var outputCount: Int { Int(outputHeight * outputWidth * channels) }
}
