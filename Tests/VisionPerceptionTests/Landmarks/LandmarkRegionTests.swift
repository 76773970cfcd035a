import Foundation
import Testing
import VisionImaging
import VisionPerception

@Suite("Where hands are looked for")
struct HandRegionTests {
  let size = ImageSize(width: 1000, height: 500)

  @Test("A palm's rectangle leans by 90 radians and is 2.6 times its long side, moved towards the fingers")
  func palm() {
    let rect = HandRegions.rect(
      palm: NormalizedBox(minX: 0.4, minY: 0.4, width: 0.1, height: 0.2), wrist: SIMD2(0.45, 0.6),
      middleFinger: SIMD2(0.45, 0.4), in: size)
    // Fingers straight up are π/2 on the screen; the reference's target of 90 radians leaves 2.0354 - π/2.
    let lean = Float(90).normalizedRadians - Float.pi / 2
    #expect(abs(rect.rotation - lean) < 1e-5)
    #expect(abs(rect.width * 1000 - 260) < 1e-2)
    #expect(abs(rect.height * 500 - 260) < 1e-2)
    // Half the palm's height (50 pixels) along the leaning axis.
    #expect(abs(rect.xCenter * 1000 - (450 + 50 * sin(lean))) < 1e-2)
    #expect(abs(rect.yCenter * 500 - (250 - 50 * cos(lean))) < 1e-2)
  }

  @Test("The next rectangle surrounds the stable joints")
  func next() {
    // Laid out so that the answer can be worked out on paper: wrist below, lowest joints above.
    var landmarks = [SIMD3<Float>](repeating: SIMD3(0.5, 0.5, 0), count: 21)
    landmarks[0] = SIMD3(0.5, 0.8, 0)
    landmarks[5] = SIMD3(0.45, 0.5, 0)
    landmarks[9] = SIMD3(0.5, 0.5, 0)
    landmarks[13] = SIMD3(0.55, 0.5, 0)
    landmarks[10] = SIMD3(0.5, 0.4, 0)
    // The tips do not count, wherever they are.
    for tip in [4, 8, 12, 16, 20] { landmarks[tip] = SIMD3(9, 9, 9) }
    let rect = HandRegions.nextRect(landmarks: landmarks, in: size)
    #expect(abs(rect.rotation) < 1e-6)
    // 100 x 200 pixels, centre (500, 300): twice 200, moved up by a tenth of the height.
    #expect(abs(rect.width * 1000 - 400) < 1e-2)
    #expect(abs(rect.height * 500 - 400) < 1e-2)
    #expect(abs(rect.xCenter * 1000 - 500) < 1e-2)
    #expect(abs(rect.yCenter * 500 - 280) < 1e-2)
  }

  @Test("The turn comes from the fingers' lowest joints: 5 and 13, then 9")
  func rotationJoints() {
    var landmarks = [SIMD3<Float>](repeating: SIMD3(0.5, 0.5, 0), count: 21)
    landmarks[0] = SIMD3(0.5, 0.5, 0)
    for joint in [5, 9, 13] { landmarks[joint] = SIMD3(0.6, 0.5, 0) }
    // Pointing right is a quarter turn clockwise.
    #expect(abs(HandRegions.nextRect(landmarks: landmarks, in: size).rotation - Float.pi / 2) < 1e-6)
  }

  @Test("Fresh rectangles that overlap none are appended, in order, and count for later ones")
  func merging() {
    func rect(_ x: Float, rotation: Float = 0) -> RotatedRegion {
      RotatedRegion(xCenter: x, yCenter: 0.5, width: 0.2, height: 0.2, rotation: rotation)
    }
    var rects = [rect(0.2)]
    HandRegions.merge([rect(0.21, rotation: 2), rect(0.8), rect(0.81), rect(0.5)], into: &rects, threshold: 0.5)
    #expect(rects.map(\.xCenter) == [0.2, 0.8, 0.5])
    HandRegions.merge([rect(0.2)], into: &rects, threshold: 1)
    #expect(rects.count == 4)
  }

  @Test("Two sets are one hand when ten landmarks are close and their boxes overlap")
  func duplicates() {
    let hand = (0..<21).map { (index: Int) -> SIMD3<Float> in
      let (column, row) = (Float(index % 5), Float(index / 5))
      return SIMD3(0.3 + 0.01 * column, 0.4 + 0.02 * row, 0)
    }
    #expect(HandDuplicates.areSameHand(hand, hand, in: size))
    let moved = hand.map { $0 + SIMD3(0.3, 0, 0) }
    #expect(!HandDuplicates.areSameHand(hand, moved, in: size))
    var half = hand
    for index in 0..<11 { half[index].x += 0.1 }
    #expect(HandDuplicates.areSameHand(hand, half, in: size))
    for index in 0..<12 { half[index] = hand[index] + SIMD3(0.1, 0, 0) }
    #expect(!HandDuplicates.areSameHand(hand, half, in: size))
  }

  @Test("Features do not depend on place, size or the picture's turn")
  func features() {
    let hand = (0..<21).map { (index: Int) -> SIMD3<Float> in
      let shuffled = Float((index * 7) % 21)
      return SIMD3(0.3, 0.4, 0) + SIMD3(0.01 * Float(index), 0.005 * shuffled, 0.001 * Float(index))
    }
    let square = ImageSize(width: 400, height: 400)
    let plain = Self.screen(hand, HandFeatures(imageSize: square, rotation: 0))
    #expect(Array(plain[0..<3]) == [0, 0, 0])
    let grown = hand.map { ($0 - SIMD3(0.3, 0.4, 0)) * 2 + SIMD3(0.1, 0.2, 0) }
    for (a, b) in zip(plain, Self.screen(grown, HandFeatures(imageSize: square, rotation: 0))) {
      #expect(abs(a - b) < 1e-3)
    }
    // The same hand in a picture that lies on its right side: turned counter-clockwise by a quarter.
    let lying = hand.map { SIMD3($0.y, 1 - $0.x, $0.z) }
    let rotation = RotatedRegion(coveringImageOf: square, rotationDegrees: 90).rotation
    for (a, b) in zip(plain, Self.screen(lying, HandFeatures(imageSize: square, rotation: rotation))) {
      #expect(abs(a - b) < 1e-4)
    }
  }

  private static func screen(_ landmarks: [SIMD3<Float>], _ features: HandFeatures) -> [Float] {
    var matrix = [Float](repeating: -1, count: 63)
    matrix.withUnsafeMutableBufferPointer { features.writeScreen(landmarks, to: $0) }
    return matrix
  }
}

@Suite("Where people are looked for")
struct PoseRegionTests {
  let size = ImageSize(width: 1000, height: 500)

  @Test("The region is 1.25 times twice the distance of the two points, upright when one is above the other")
  func upright() {
    let rect = PoseRegions.rect(center: SIMD2(0.5, 0.6), scalePoint: SIMD2(0.5, 0.2), in: size)
    #expect(abs(rect.rotation) < 1e-6)
    #expect(abs(rect.width * 1000 - 500) < 1e-2 && abs(rect.height * 500 - 500) < 1e-2)
    #expect(abs(rect.xCenter - 0.5) < 1e-6 && abs(rect.yCenter - 0.6) < 1e-6)
  }

  @Test("A point to the right turns the region by a quarter")
  func lying() {
    let rect = PoseRegions.rect(center: SIMD2(0.5, 0.5), scalePoint: SIMD2(0.6, 0.5), in: size)
    #expect(abs(rect.rotation - Float.pi / 2) < 1e-5)
    #expect(abs(rect.width * 1000 - 250) < 1e-2)
  }

  @Test("A later rectangle replaces those before it that it overlaps, and stands last")
  func association() {
    func rect(_ x: Float) -> RotatedRegion {
      RotatedRegion(xCenter: x, yCenter: 0.5, width: 0.2, height: 0.2, rotation: 0)
    }
    var rects = [rect(0.2), rect(0.8), rect(0.21), rect(0.5), rect(0.79)]
    rects.associate(threshold: 0.5)
    #expect(rects.map(\.xCenter) == [0.21, 0.5, 0.79])
    var none: [RotatedRegion] = []
    none.associate(threshold: 0.5)
    #expect(none.isEmpty)
    var same = [rect(0.3), rect(0.3)]
    same.associate(threshold: 1)
    #expect(same.count == 2)
  }
}
