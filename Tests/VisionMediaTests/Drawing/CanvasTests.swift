import Foundation
import TestSupport
import Testing
import VisionImaging
import VisionTasks

@testable import VisionMedia

@Suite("Canvas")
struct CanvasTests {
  @Test(
    "a canvas has the same colours as the conversion channel by channel, for odd widths and padded rows",
    arguments: PixelFormat.allCases, [1, 2, 3, 4, 7, 33])
  func copy(format: PixelFormat, width: Int) throws {
    let bytesPerRow = width * format.bytesPerPixel + 5
    let bytes = (0..<(bytesPerRow * 3)).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
    let image = try ImageBuffer(copying: bytes, width: width, height: 3, bytesPerRow: bytesPerRow, format: format)
    let result = try ImageCanvas(image).finish()
    var expected = try image.converted(to: .bgra).packedBytes
    for alpha in stride(from: 3, to: expected.count, by: 4) { expected[alpha] = 255 }
    #expect(result.packedBytes == expected)
    #expect(result.format == .bgra && result.width == width && result.height == 3)
  }

  @Test("the picture outlives its canvas, and changing a copy of it leaves it alone")
  func ownership() throws {
    let image = try ImageBuffer.ramp(width: 50, height: 40)
    let results = try (0..<20).map { _ in try ImageCanvas(image).finish() }
    var changed = try #require(results.first)
    changed.withUnsafeMutableBytes { bytes in for index in bytes.indices { bytes[index] = 0 } }
    for result in results { #expect(try result.rgbBytes() == image.rgbBytes()) }
  }

  @Test("several annotators draw on one canvas what each draws by itself")
  func family() throws {
    let image = try DrawingTests.flat(60, width: 400, height: 300)
    let box = BoxAnnotation(box: DrawingBox(minX: 20, minY: 40, width: 100, height: 80), label: "cat")
    let rate = FrameRate(framesPerSecond: 30)
    let mask = try Mask(width: 400, height: 300) { (values: UnsafeMutableBufferPointer<Float>) in
      for index in values.indices { values[index] = index < 4000 ? 1 : 0 }
    }
    let canvas = try ImageCanvas(image)
    try MaskAnnotator().draw([MaskAnnotation(mask: mask)], on: canvas)
    BoxAnnotator().draw([box], on: canvas)
    FrameRateAnnotator(corner: .bottomRight).draw([rate], on: canvas)
    let together = try canvas.finish().rgbBytes()
    // Their places do not meet, so the order does not matter.
    var apart = try image.rgbBytes()
    let ground = apart
    for drawn in [
      try MaskAnnotator().annotate(image, with: mask), try BoxAnnotator().annotate(image, with: [box]),
      try FrameRateAnnotator(corner: .bottomRight).annotate(image, with: [rate]),
    ] {
      let bytes = try drawn.rgbBytes()
      for index in bytes.indices where bytes[index] != ground[index] { apart[index] = bytes[index] }
    }
    #expect(together == apart)
    #expect(together != ground)
  }

  #if os(Linux)
    @Test("a canvas for every frame of a video does not gather memory")
    func flatMemory() throws {
      func resident() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(Int(pages[1])) * 4096
      }
      let image = try ImageBuffer.ramp(width: 1280, height: 720)
      let box = BoxAnnotation(box: DrawingBox(minX: 200, minY: 200, width: 300, height: 300), label: "cat 0.72")
      let trail = Trail(
        id: 1, points: (0..<20).map { Trail.Point(position: SIMD2(Double($0) * 60, 300), freshness: 1, isJoined: true) }
      )
      func draw(times: Int) throws {
        for _ in 0..<times {
          let canvas = try ImageCanvas(image)
          BoxAnnotator().draw([box], on: canvas)
          TrailAnnotator().draw([trail], on: canvas)
          _ = try canvas.finish()
        }
      }
      try draw(times: 5)
      let before = try resident()
      try draw(times: 300)
      let growth = try resident() - before
      print("300 canvases of 1280 x 720 (1.1 GB in all): memory grew by \(growth / 1000) kB")
      // Tests that run beside this one take memory, too.
      #expect(growth < 400_000_000)
    }
  #endif
}
