import Testing
import VisionImaging
import VisionPerception

@Suite("Where a person's hands and face are looked for")
struct BodyRegionTests {
  let size = ImageSize(width: 1000, height: 500)

  private func isNear(_ rect: RotatedRegion, x: Float, y: Float, side: Float, rotation: Float) -> Bool {
    abs(rect.xCenter * 1000 - x) < 0.01 && abs(rect.yCenter * 500 - y) < 0.01 && abs(rect.width * 1000 - side) < 0.01
      && abs(rect.height * 500 - side) < 0.01 && abs(rect.rotation - rotation) < 1e-5
  }

  @Test(
    "A hand's coarse region: between index and pinky, 2.7 times twice the way from the wrist, moved towards the fingers"
  )
  func coarseHand() {
    // Fingers straight up: the middle is (500, 200), the wrist 60 pixels below it. The side is 2.7 times 120, the shift 12.
    let rect = BodyRegions.hand(
      wrist: SIMD2(0.5, 0.52), pinky: SIMD2(0.5, 0.4), index: SIMD2(0.5, 0.4), in: size)
    #expect(isNear(rect, x: 500, y: 188, side: 324, rotation: 0))
    // Index counts twice.
    let uneven = BodyRegions.hand(
      wrist: SIMD2(0.5, 0.52), pinky: SIMD2(0.53, 0.4), index: SIMD2(0.485, 0.4), in: size)
    #expect(isNear(uneven, x: 500, y: 188, side: 324, rotation: 0))
    // Fingers to the right are a quarter turn clockwise, and the shift follows.
    let lying = BodyRegions.hand(
      wrist: SIMD2(0.44, 0.4), pinky: SIMD2(0.5, 0.4), index: SIMD2(0.5, 0.4), in: size)
    #expect(isNear(lying, x: 512, y: 200, side: 324, rotation: .pi / 2))
  }

  @Test("A hand's exact region: the second point lies on the wrist's side")
  func exactHand() {
    let rect = BodyRegions.hand(center: SIMD2(0.5, 0.4), scalePoint: SIMD2(0.5, 0.6), in: size)
    #expect(isNear(rect, x: 500, y: 200 - 20, side: 200, rotation: 0))
  }

  @Test("The head's region is three times the bounds of the pose's first eleven landmarks, turned with the eyes")
  func head() {
    var landmarks = [SIMD3<Float>](repeating: SIMD3(0.5, 0.4, 0), count: 33)
    landmarks[7] = SIMD3(0.56, 0.42, 0)
    landmarks[8] = SIMD3(0.44, 0.38, 0)
    (landmarks[2], landmarks[5]) = (SIMD3(0.52, 0.4, 0), SIMD3(0.48, 0.4, 0))
    // The shoulders do not count.
    landmarks[11] = SIMD3(0.9, 0.9, 0)
    #expect(isNear(BodyRegions.head(pose: landmarks, in: size), x: 500, y: 200, side: 360, rotation: 0))
  }

  @Test("A detected face's region is twice the bounds of its six points; a tracked one grows by half, without a square")
  func face() {
    let points: [SIMD2<Float>] = [
      SIMD2(0.45, 0.4), SIMD2(0.55, 0.4), SIMD2(0.5, 0.5), SIMD2(0.5, 0.56), SIMD2(0.42, 0.44), SIMD2(0.58, 0.44),
    ]
    #expect(isNear(BodyRegions.face(keypoints: points, in: size), x: 500, y: 240, side: 320, rotation: 0))
    var landmarks = [SIMD3<Float>](repeating: SIMD3(0.5, 0.5, 0), count: 478)
    (landmarks[33], landmarks[263]) = (SIMD3(0.4, 0.4, 0), SIMD3(0.6, 0.4, 0))
    let tracked = BodyRegions.trackedFace(landmarks: landmarks, in: size)
    #expect(abs(tracked.width - 0.3) < 1e-6 && abs(tracked.height - 0.15) < 1e-6 && tracked.rotation == 0)
  }
}

@Suite("Whether a tracked region is kept")
struct RegionTrackingTests {
  let size = ImageSize(width: 400, height: 200)
  let fresh = RotatedRegion(xCenter: 0.5, yCenter: 0.5, width: 0.25, height: 0.5, rotation: 0.3)

  private func keeps(
    _ change: (inout RotatedRegion) -> Void, landmark: SIMD3<Float> = SIMD3(0.5, 0.5, 0),
    by limits: RegionTracking = .hand
  ) -> Bool {
    var tracked = fresh
    change(&tracked)
    return limits.keeps(tracked, over: fresh, landmarks: [landmark], in: size)
  }

  @Test("The same region is kept, and one within every limit")
  func kept() {
    #expect(keeps { _ in })
    #expect(keeps { $0.rotation += 0.6 })
    #expect(keeps { $0.width *= 1.35 })
  }

  @Test("Rotation: 40 degrees for a hand, 15 for a face, the short way round")
  func rotation() {
    #expect(!keeps { $0.rotation += 41 * .pi / 180 })
    #expect(!keeps { $0.rotation -= 41 * .pi / 180 })
    #expect(!keeps({ $0.rotation += 16 * .pi / 180 }, by: .face))
    #expect(keeps({ $0.rotation += 14 * .pi / 180 }, by: .face))
    #expect(keeps { $0.rotation += 2 * .pi - 0.1 })
  }

  @Test("Translation is measured along the fresh region's own axes")
  func translation() {
    // 100 x 100 pixels, so a hand may move by 20 on each axis, together by 28.
    #expect(keeps { $0.xCenter += 19 / 400 })
    #expect(!keeps { $0.xCenter += 22 / 400 })
    let upright = RotatedRegion(xCenter: 0.5, yCenter: 0.5, width: 0.25, height: 0.5, rotation: 0)
    var diagonal = upright
    diagonal.xCenter += 19 / 400
    diagonal.yCenter += 19 / 200
    #expect(RegionTracking.hand.keeps(diagonal, over: upright, landmarks: [], in: size))
    var turned = diagonal
    turned.rotation = .pi / 4
    let tilted = RotatedRegion(xCenter: 0.5, yCenter: 0.5, width: 0.25, height: 0.5, rotation: .pi / 4)
    #expect(!RegionTracking.hand.keeps(turned, over: tilted, landmarks: [], in: size))
  }

  @Test("Scaling counts in both directions and on both axes")
  func scaling() {
    for factor: Float in [0.55, 1.45] {
      #expect(!keeps { $0.width *= factor })
      #expect(!keeps { $0.height *= factor })
    }
    #expect(!keeps({ $0.width *= 1.35 }, by: .face))
  }

  @Test("Every landmark has to lie inside the shrunken fresh region, whose edge is outside")
  func landmarks() {
    let upright = RotatedRegion(xCenter: 0.5, yCenter: 0.5, width: 0.25, height: 0.5, rotation: 0)
    func keeps(_ x: Float, _ limits: RegionTracking) -> Bool {
      limits.keeps(upright, over: upright, landmarks: [SIMD3(0.5, 0.5, 0), SIMD3(x, 0.5, 9)], in: size)
    }
    // Half of 100 pixels less a tenth is 45, less a fifth 40.
    #expect(keeps(0.5 + 44 / 400, .hand) && !keeps(0.5 + 46 / 400, .hand))
    #expect(keeps(0.5 - 39 / 400, .face) && !keeps(0.5 - 41 / 400, .face))
    #expect(!keeps(.nan, .hand))
  }
}
