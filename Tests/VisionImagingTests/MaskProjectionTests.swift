import Foundation
import TestSupport
import Testing
import VisionImaging

@Suite("Masks of a crop in the whole picture equal the plain projection, bit for bit")
struct MaskProjectionTests {
  /// The kernel's oracle: the same positions and the same sums, value by value, every tap looked at.
  private static func plain(_ mask: [Float], side: Int, region: ImageRegion, width: Int, height: Int) -> [Float] {
    let projection = ReferenceMaskProjection(from: region, maskSize: side, width: width, height: height)
    var target = [Float](repeating: 0, count: width * height)
    mask.withUnsafeBufferPointer { mask in
      target.withUnsafeMutableBufferPointer { projection.project(mask, into: $0) }
    }
    return target
  }

  private static func kernel(_ mask: [Float], side: Int, region: ImageRegion, width: Int, height: Int) -> [Float] {
    var target = [Float](repeating: 0, count: width * height)
    target.withUnsafeMutableBufferPointer {
      MaskProjection(from: region, maskSize: side, width: width, height: height)
        .project(FramedMask(mask, size: side), into: $0)
    }
    return target
  }

  @Test("Crops inside, across the border and far outside, upright and turned, larger and smaller than the mask")
  func regions() {
    var random = SeededGenerator(seed: 31)
    for side in [1, 2, 16, 33] {
      let mask = (0..<side * side).map { _ in Float.random(in: 0...1, using: &random) }
      for _ in 0..<40 {
        let (width, height) = (Int.random(in: 1...70, using: &random), Int.random(in: 1...60, using: &random))
        let region = ImageRegion(
          xCenter: Float.random(in: -30...100, using: &random), yCenter: Float.random(in: -30...90, using: &random),
          width: Float.random(in: 1...120, using: &random), height: Float.random(in: 1...120, using: &random),
          rotation: Bool.random(using: &random) ? 0 : Float.random(in: -3.2...3.2, using: &random))
        let found = Self.kernel(mask, side: side, region: region, width: width, height: height)
        let expected = Self.plain(mask, side: side, region: region, width: width, height: height)
        #expect(found.map(\.bitPattern) == expected.map(\.bitPattern))
      }
    }
  }

  @Test("An upright crop of the mask's own size is the mask in its place, and nothing around it")
  func place() {
    let mask = (0..<16).map { Float($0 + 1) }
    let region = ImageRegion(xCenter: 5, yCenter: 4, width: 4, height: 4, rotation: 0)
    let found = Self.kernel(mask, side: 4, region: region, width: 10, height: 8)
    for y in 0..<4 { for x in 0..<4 { #expect(found[(y + 2) * 10 + x + 3] == mask[y * 4 + x]) } }
    #expect(found.count(where: { $0 != 0 }) == 16)
  }

  @Test("Logits become probabilities as by the C library's exponential function, but for the last bit of a few")
  func probabilities() {
    var random = SeededGenerator(seed: 5)
    let size = 64
    var logits = (0..<size * size).map { _ in Float.random(in: -30...30, using: &random) }
    logits.replaceSubrange(0..<9, with: [0, -0.0, 1, -1, 200, -200, .infinity, -.infinity, 88.5])
    var framed = FramedMask(size: size)
    logits.withUnsafeBufferPointer { framed.setProbabilities(ofLogits: $0) }
    var found = [Float](repeating: -1, count: size * size)
    found.withUnsafeMutableBufferPointer {
      let whole = ImageRegion(xCenter: 32, yCenter: 32, width: 64, height: 64, rotation: 0)
      MaskProjection(from: whole, maskSize: size, width: size, height: size).project(framed, into: $0)
    }
    let expected = logits.map { Float(1 / (Double(exp(-$0)) + 1)) }
    #expect(Array(found.prefix(8)) == [0.5, 0.5, expected[2], expected[3], 1, 0, 1, 0])
    let differing = zip(found, expected).count(where: { $0 != $1 })
    let most = zip(found, expected).map { abs($0 - $1) / $1.ulp }.max() ?? .infinity
    print("probabilities: \(differing) of \(found.count) differ, at most by \(most) units of the last place")
    #expect(most <= 1)
    #expect(differing < found.count / 100)
  }

  @Test("Regions without area and ones that are no numbers leave the picture empty")
  func degenerate() {
    for region in [
      ImageRegion(xCenter: 5, yCenter: 4, width: 0, height: 4, rotation: 0),
      ImageRegion(xCenter: .nan, yCenter: 4, width: 4, height: 4, rotation: 0),
      ImageRegion(xCenter: 5, yCenter: 4, width: 4, height: 4, rotation: .infinity),
    ] {
      let found = Self.kernel([1, 1, 1, 1], side: 2, region: region, width: 6, height: 5)
      #expect(found == [Float](repeating: 0, count: 30))
    }
  }
}
