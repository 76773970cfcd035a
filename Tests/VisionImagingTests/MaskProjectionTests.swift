import Foundation
import TestSupport
import Testing

@testable import VisionImaging

@Suite("Masks of a crop in the whole picture equal the plain projection, bit for bit")
struct MaskProjectionTests {
  /// The kernel's oracle: the same positions and the same sums, value by value, every tap looked at.
  private static func plain(_ mask: [Float], side: Int, region: RotatedRegion, width: Int, height: Int) -> [Float] {
    let projection = ReferenceMaskProjection(from: region, maskSize: side, width: width, height: height)
    var target = [Float](repeating: 0, count: width * height)
    mask.withUnsafeBufferPointer { mask in
      target.withUnsafeMutableBufferPointer { projection.project(mask, into: $0) }
    }
    return target
  }

  private static func framed(_ mask: [Float], side: Int) -> FramedMask {
    var framed = FramedMask(size: side)
    for (place, value) in mask.enumerated() {
      framed.values[(place / side + 1) * (side + 2) + place % side + 1] = value
    }
    return framed
  }

  private static func kernel(_ mask: [Float], side: Int, region: RotatedRegion, width: Int, height: Int) -> [Float] {
    var target = [Float](repeating: 0, count: width * height)
    target.withUnsafeMutableBufferPointer {
      MaskProjection(from: region, maskSize: side, width: width, height: height)
        .project(framed(mask, side: side), into: $0)
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
        let region = RotatedRegion(
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
    let region = RotatedRegion(xCenter: 5, yCenter: 4, width: 4, height: 4, rotation: 0)
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
      let whole = RotatedRegion(xCenter: 32, yCenter: 32, width: 64, height: 64, rotation: 0)
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
      RotatedRegion(xCenter: 5, yCenter: 4, width: 0, height: 4, rotation: 0),
      RotatedRegion(xCenter: .nan, yCenter: 4, width: 4, height: 4, rotation: 0),
      RotatedRegion(xCenter: 5, yCenter: 4, width: 4, height: 4, rotation: .infinity),
    ] {
      let found = Self.kernel([1, 1, 1, 1], side: 2, region: region, width: 6, height: 5)
      #expect(found == [Float](repeating: 0, count: 30))
    }
  }
}

/// The plain projection of a mask: every position and every tap by itself.
///
/// Source: MediaPipe's `WarpAffineCalculator` over OpenCV's `warpAffine`: the inverse in single precision in Eigen's order,
/// positions in 1/1024 and then 1/32 mask pixels, bilinear, 0 outside.
struct ReferenceMaskProjection: Sendable {
  private let xx, xy, x0, yx, yy, y0: Double
  private let maskSize: Int
  private let width: Int
  private let height: Int

  /// The mask has `maskSize` x `maskSize` values, the picture `width` x `height` pixels.
  init(from region: RotatedRegion, maskSize: Int, width: Int, height: Int) {
    let (c, s) = region.rotation.cosineAndSine
    let (a, b) = (region.width, region.height)
    let perWidth = 1 / Float(width)
    let perHeight = 1 / Float(height)
    let m0 = a * c * perWidth
    let m1 = -b * s * perWidth
    let m3 = (-0.5 * a * c + 0.5 * b * s + region.xCenter) * perWidth
    let m4 = a * s * perHeight
    let m5 = b * c * perHeight
    let m7 = (-0.5 * b * c - 0.5 * a * s + region.yCenter) * perHeight
    let mz = a * perWidth
    let reciprocal = 1 / ((m0 * m5 - m1 * m4) * mz)
    let size = Float(maskSize)
    xx = Double(size * ((m5 * mz) * reciprocal) * perWidth)
    xy = Double(size * (-(m1 * mz) * reciprocal) * perHeight)
    x0 = Double(size * (-(mz * (m5 * m3 - m1 * m7)) * reciprocal))
    yx = Double(size * (-(m4 * mz) * reciprocal) * perWidth)
    yy = Double(size * ((m0 * mz) * reciprocal) * perHeight)
    y0 = Double(size * (-(mz * (m0 * m7 - m4 * m3)) * reciprocal))
    self.maskSize = maskSize
    self.width = width
    self.height = height
  }

  /// Fills `target` (width x height values, row after row) from `mask`.
  func project(_ mask: UnsafeBufferPointer<Float>, into target: UnsafeMutableBufferPointer<Float>) {
    guard mask.count >= maskSize * maskSize, target.count >= width * height,
      [xx, xy, x0, yx, yy, y0].allSatisfy({ abs($0) < 1e9 })
    else { return }
    for y in 0..<height {
      let startX = Int(((xy * Double(y) + x0) * 1024).rounded(.toNearestOrEven)) + 16
      let startY = Int(((yy * Double(y) + y0) * 1024).rounded(.toNearestOrEven)) + 16
      for x in 0..<width {
        let positionX = (startX + Int((xx * Double(x) * 1024).rounded(.toNearestOrEven))) >> 5
        let positionY = (startY + Int((yx * Double(x) * 1024).rounded(.toNearestOrEven))) >> 5
        target[y * width + x] = value(mask, positionX, positionY)
      }
    }
  }

  /// Bilinear at a position in 1/32 mask pixels.
  private func value(_ mask: UnsafeBufferPointer<Float>, _ positionX: Int, _ positionY: Int) -> Float {
    let x = positionX >> 5
    let y = positionY >> 5
    guard x >= -1, y >= -1, x < maskSize, y < maskSize else { return 0 }
    let fx = Float(positionX & 31) / 32
    let fy = Float(positionY & 31) / 32
    func tap(_ x: Int, _ y: Int) -> Float {
      x >= 0 && y >= 0 && x < maskSize && y < maskSize ? mask[y * maskSize + x] : 0
    }
    return (1 - fx) * (1 - fy) * tap(x, y) + fx * (1 - fy) * tap(x + 1, y) + (1 - fx) * fy * tap(x, y + 1)
      + fx * fy * tap(x + 1, y + 1)
  }
}
