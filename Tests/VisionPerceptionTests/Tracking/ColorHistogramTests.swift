import TestSupport
import Testing
import VisionImaging

@testable import VisionPerception

@Suite("Colours of tracked objects")
struct ColorHistogramTests {
  /// A picture of one colour with a rectangle of another.
  private func picture(
    _ ground: [UInt8], _ color: [UInt8] = [0, 0, 0], x: Range<Int> = 0..<0, y: Range<Int> = 0..<0
  ) throws -> ImageBuffer {
    var bytes: [UInt8] = []
    for row in 0..<100 {
      for column in 0..<120 { bytes += x.contains(column) && y.contains(row) ? color : ground }
    }
    return try ImageBuffer(copying: bytes, width: 120, height: 100, format: .rgb)
  }

  /// The bin from the definition of hue, saturation and value; nil too near to a bin's edge for rounded bytes to agree.
  private func bin(_ color: [UInt8]) -> Int? {
    let (r, g, b) = (Double(color[0]), Double(color[1]), Double(color[2]))
    let value = max(r, g, b)
    let chroma = value - min(r, g, b)
    var degrees = 0.0
    if chroma > 0 {
      let sixth = value == r ? (g - b) / chroma : value == g ? (b - r) / chroma + 2 : (r - g) / chroma + 4
      degrees = 60 * sixth
    }
    if degrees < 0 { degrees += 360 }
    let saturation = value > 0 ? 255 * chroma / value : 0
    func isNear(_ value: Double, to step: Double, by reach: Double) -> Bool {
      let rest = value.truncatingRemainder(dividingBy: step)
      return rest > 0 && (rest < reach || step - rest < reach)
    }
    if isNear(degrees, to: 30, by: 2.1) || isNear(saturation, to: 64, by: 1.1) { return nil }
    return Int(degrees / 30) * 16 + Int(saturation / 64) * 4 + Int(value / 64)
  }

  @Test("Bins are those of hue, saturation and value")
  func bins() {
    var generator = SeededGenerator(seed: 1)
    var seen: Set<Int> = []
    for _ in 0..<20_000 {
      let color = (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
      guard let expected = bin(color) else { continue }
      var counts = [Int32](repeating: 0, count: HSVBins.count)
      let packed = [UInt32(color[0]) | UInt32(color[1]) << 8 | UInt32(color[2]) << 16]
      counts.withUnsafeMutableBufferPointer { counts in
        packed.withUnsafeBufferPointer { HSVBins.shared.count($0, into: counts) }
      }
      #expect(counts[expected] == 1, "\(color)")
      seen.insert(expected)
    }
    // Hue, saturation and value all matter.
    #expect(seen.count > 120)
  }

  @Test("Equal colours are alike, colours that share no bin are not")
  func extremes() throws {
    let box = PixelBox(centerX: 60, centerY: 50, width: 60, height: 60)
    let red = try #require(ColorHistogram(of: box, in: try picture([200, 20, 20])))
    let blue = try #require(ColorHistogram(of: box, in: try picture([20, 20, 200])))
    #expect(abs(red.similarity(to: red) - 1) < 1e-6)
    #expect(red.similarity(to: blue) == 0)
  }

  @Test("Half of the same colour is Bhattacharyya's coefficient of a half; corners do not count")
  func half() throws {
    let box = PixelBox(centerX: 60, centerY: 50, width: 80, height: 80)
    let red = try #require(ColorHistogram(of: box, in: try picture([200, 20, 20])))
    let both = try picture([200, 20, 20], [20, 20, 200], x: 0..<60, y: 0..<100)
    let mixed = try #require(ColorHistogram(of: box, in: both))
    #expect(abs(red.similarity(to: mixed) - 0.5.squareRoot()) < 1e-6)
    // The outer 15 % on each side: 20..<32 of 20..<100.
    let framed = try picture([200, 20, 20], [20, 20, 200], x: 20..<32, y: 0..<100)
    #expect(abs(red.similarity(to: try #require(ColorHistogram(of: box, in: framed))) - 1) < 1e-6)
  }

  @Test("A blend moves towards the other colours and keeps its length")
  func blend() throws {
    let box = PixelBox(centerX: 60, centerY: 50, width: 60, height: 60)
    var colors = try #require(ColorHistogram(of: box, in: try picture([200, 20, 20])))
    let blue = try #require(ColorHistogram(of: box, in: try picture([20, 20, 200])))
    colors.blend(with: blue, share: 0.1)
    #expect(abs(colors.similarity(to: colors) - 1) < 1e-6)
    // 0.1 / √(0.81 + 0.01).
    #expect(abs(colors.similarity(to: blue) - 0.110_431_5) < 1e-6)
  }

  @Test("A part of fewer than four pixels has no colours", arguments: [(5.0, 60.0), (60, 5), (-400, 60)])
  func tooSmall(width: Double, height: Double) throws {
    let image = try picture([200, 20, 20])
    let center = width < 0 ? width : 60
    let box = PixelBox(centerX: center, centerY: 50, width: abs(width), height: height)
    #expect(ColorHistogram(of: box, in: image) == nil)
  }
}
