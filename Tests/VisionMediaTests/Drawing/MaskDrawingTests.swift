import TestSupport
import Testing
import VisionCore
import VisionImaging
import VisionTasks

@testable import VisionMedia

@Suite("Drawing of masks")
struct MaskDrawingTests {
  private static func mask(_ values: [Float], width: Int, height: Int) throws -> Mask {
    try Mask(width: width, height: height) { (target: UnsafeMutableBufferPointer<Float>) in
      _ = target.initialize(from: values)
    }
  }

  /// The plain version of what is drawn: one channel of one pixel.
  private static func tinted(_ value: UInt8, _ color: Double, _ mask: Float, _ opacity: Float) -> UInt8 {
    let share = mask > 0 ? min(mask, 1) : 0
    let weight = Int((share * (min(max(opacity, 0), 1) * 256)).rounded(.toNearestOrEven))
    return UInt8((Int(value) * (256 - weight) + Int((color * 255).rounded()) * weight + 128) / 256)
  }

  private static let odd: [Float] = [0, .nan, -1, 1e-9, 0.5, 1, 7, .infinity, -.infinity, 0.001, 0.25, 0.999]

  @Test(
    "the tint equals the plain version to the bit and the real numbers within one step",
    arguments: [(1, 1), (3, 2), (5, 7), (64, 9), (131, 17)], [0, 0.45, 1, 3] as [Float])
  func equalsPlain(size: (Int, Int), opacity: Float) throws {
    let (width, height) = size
    let image = try ImageBuffer.ramp(width: width, height: height)
    let values = (0..<(width * height)).map { index in
      index % 3 == 0 ? Self.odd[index / 3 % Self.odd.count] : Float(index % 257) / 256
    }
    let color = DrawingColor(rgb: 0xC0571E)
    let before = try image.rgbBytes()
    let after = try MaskAnnotator(color: color, opacity: opacity)
      .annotate(image, with: Self.mask(values, width: width, height: height)).rgbBytes()
    let channels = [color.red, color.green, color.blue]
    var widest: Float = 0
    for index in before.indices {
      let value = values[index / 3]
      #expect(after[index] == Self.tinted(before[index], channels[index % 3], value, opacity))
      let share = (value > 0 ? min(value, 1) : 0) * min(opacity, 1)
      let real = Float(before[index]) + (Float(channels[index % 3] * 255) - Float(before[index])) * share
      widest = max(widest, abs(Float(after[index]) - real))
      if !(value > 0) { #expect(after[index] == before[index]) }
    }
    print("tint of \(width) x \(height), opacity \(opacity): at most \(widest) from the real numbers")
    #expect(widest <= 1.01)
  }

  @Test("the picture stays opaque, whatever its alpha was")
  func opaque() throws {
    let image = try ImageBuffer.ramp(width: 9, height: 5, format: .rgba)
    let mask = try Self.mask((0..<45).map { Float($0) / 44 }, width: 9, height: 5)
    let bytes = try MaskAnnotator().annotate(image, with: mask).packedBytes
    #expect(stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 })
  }

  @Test("several masks have their own colours; one without has the annotator's")
  func colors() throws {
    let image = try DrawingTests.flat(0, width: 4, height: 1)
    let annotator = MaskAnnotator(color: DrawingColor(rgb: 0x0000FF), opacity: 1)
    let bytes = try annotator.annotate(
      image,
      with: [
        MaskAnnotation(mask: Self.mask([1, 0, 0, 0], width: 4, height: 1), color: DrawingColor(rgb: 0xFF0000)),
        MaskAnnotation(mask: Self.mask([0, 1, 1, 0], width: 4, height: 1), color: DrawingColor(rgb: 0x00FF00)),
        MaskAnnotation(mask: Self.mask([0, 0, 1, 0], width: 4, height: 1)),
      ]
    ).rgbBytes()
    #expect(bytes == [255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0])
  }

  @Test("a see-through colour tints less, a mask of bytes as one of floats")
  func weights() throws {
    let image = try DrawingTests.flat(0, width: 2, height: 1)
    let bytes: [UInt8] = [255, 51]
    let mask = try #require(
      bytes.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.flatMap { Mask(uInt8Data: $0, width: 2, height: 1, shouldCopy: true) }
      })
    let result = try MaskAnnotator(color: .white.withAlpha(0.5), opacity: 1).annotate(image, with: mask).rgbBytes()
    #expect(result == [128, 128, 128, 26, 26, 26])
  }

  @Test("a mask of another size is refused with both sizes, and nothing is drawn")
  func otherSize() throws {
    let image = try DrawingTests.flat(7, width: 4, height: 3)
    let canvas = try ImageCanvas(image)
    let masks = try [(4, 3), (3, 4)].map { width, height in
      MaskAnnotation(mask: try Self.mask([Float](repeating: 1, count: 12), width: width, height: height))
    }
    var failure: TasksError?
    do { try MaskAnnotator().draw(masks, on: canvas) } catch let error as TasksError { failure = error }
    #expect(failure?.code == .invalidArgumentError)
    #expect(failure?.message.contains("3 x 4") == true && failure?.message.contains("4 x 3") == true)
    #expect(try canvas.finish().rgbBytes() == image.rgbBytes())
  }
}
