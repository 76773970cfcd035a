import Foundation
import TestSupport
import Testing
import VisionImaging

@testable import VisionMedia

@Suite("Canvases of several threads and sizes")
struct CanvasReuseTests {
  private static func drawn(width: Int, height: Int) throws -> [UInt8] {
    let image = try ImageBuffer.ramp(width: width, height: height)
    let box = BoxAnnotation(box: DrawingBox(minX: 4, minY: 30, width: 80, height: 50), label: "cat 0.72")
    let canvas = try ImageCanvas(image)
    BoxAnnotator().draw([box], on: canvas)
    LandmarkAnnotator().draw([LandmarkAnnotation(landmarks: DrawingTests.hand, label: "Victory")], on: canvas)
    FrameRateAnnotator(corner: .bottomLeft).draw([FrameRate(framesPerSecond: 30)], on: canvas)
    return try canvas.finish().packedBytes
  }

  @Test("drawing on several threads, in sizes that take turns, gives the same pixels as one after the other")
  func threads() async throws {
    let sizes = [(160, 120), (200, 96), (160, 120), (97, 131)]
    let expected = try sizes.map { try Self.drawn(width: $0.0, height: $0.1) }
    let results = try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
      for index in 0..<64 {
        let (width, height) = sizes[index % sizes.count]
        group.addTask { (index % sizes.count, try Self.drawn(width: width, height: height)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 64)
    for (size, bytes) in results { #expect(bytes == expected[size]) }
  }

  @Test("memory that a picture still holds is not given to another canvas")
  func heldMemory() throws {
    let pictures = try (0..<6).map { value in
      try ImageCanvas(DrawingTests.flat(UInt8(value * 40), width: 64, height: 48)).finish()
    }
    _ = try ImageCanvas(DrawingTests.flat(255, width: 64, height: 48)).finish()
    for (value, picture) in pictures.enumerated() {
      #expect(try picture.rgbBytes() == [UInt8](repeating: UInt8(value * 40), count: 64 * 48 * 3))
    }
  }

  @Test("a part with short lines, such as a face, has smaller dots and thinner lines; others keep the figure's")
  func shortLines() {
    let style = AnnotationStyle(lineWidth: 4, jointRadius: 5, fontSize: 20)
    #expect(style.fitted(toLines: [40, 60, 30]) == style)
    let face = style.fitted(toLines: [8, 8, 12, 4, 30])
    #expect(face.lineWidth == 2 && face.jointRadius == 2 && face.fontSize == 20)
    #expect(style.fitted(toLines: []) == style)
    #expect(style.fitted(toLines: [0, 0]).jointRadius == 0.8)
  }

  @Test("where see-through edges of a skeleton cross they are not darker than beside")
  func crossings() throws {
    let canvas = try ImageCanvas(DrawingTests.flat(255, width: 60, height: 60))
    canvas.strokeLines(
      [(SIMD2(5, 30), SIMD2(55, 30)), (SIMD2(30, 5), SIMD2(30, 55))], width: 6, color: .ink.withAlpha(0.5))
    canvas.fillCircles([(SIMD2(8, 8), 5), (SIMD2(12, 8), 5)], color: .ink.withAlpha(0.5))
    let bytes = try canvas.finish().rgbBytes()
    func red(_ x: Int, _ y: Int) -> UInt8 { bytes[(y * 60 + x) * 3] }
    #expect(red(30, 30) == red(15, 30) && red(15, 30) < 200)
    #expect(red(10, 8) == red(5, 8) && red(5, 8) < 200)
  }
}
