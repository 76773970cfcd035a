import Testing
import VisionImaging

@testable import VisionPerception

@Suite("Landmarks from the crop to the picture")
struct LandmarkTests {
  @Test("x and y are fractions of the crop, z is divided twice")
  func decoding() {
    var landmarks: [SIMD3<Float>] = [.zero]
    [Float](arrayLiteral: 112, 224, 89.6, 0, 56, -224).withUnsafeBufferPointer {
      LandmarkDecoder(inputSize: 224, zScale: 0.4).decode($0, into: &landmarks)
    }
    #expect(landmarks.count == 2)
    #expect(landmarks[0] == SIMD3(0.5, 1, Float(89.6) / 224 / 0.4))
    #expect(landmarks[1] == SIMD3(0, 0.25, Float(-1) / 0.4))
  }

  @Test("Projection turns, scales and moves; z is scaled by the width")
  func projection() {
    let upright = LandmarkProjection(
      from: RotatedRegion(xCenter: 0.5, yCenter: 0.25, width: 0.2, height: 0.4, rotation: 0))
    #expect(upright.project(SIMD3(0.5, 0.5, 2)) == SIMD3(0.5, 0.25, 0.4))
    let corner = upright.project(SIMD3(1, 0, 0))
    #expect(abs(corner.x - 0.6) < 1e-6 && abs(corner.y - 0.05) < 1e-6)
    let turned = LandmarkProjection(
      from: RotatedRegion(xCenter: 0.5, yCenter: 0.5, width: 0.2, height: 0.2, rotation: Float.pi / 2))
    let point = turned.project(SIMD3(1, 0.5, 0))
    #expect(abs(point.x - 0.5) < 1e-6 && abs(point.y - 0.6) < 1e-6)
    let world = turned.projectWorld(SIMD3(1, 0, 3))
    #expect(abs(world.x) < 1e-6 && abs(world.y - 1) < 1e-6 && world.z == 3)
  }

  @Test("Maxima start just above zero, as MediaPipe's do")
  func bounds() {
    var bounds = LandmarkBounds()
    bounds.include(SIMD2(-3, 2))
    bounds.include(SIMD2(-1, 5))
    #expect(bounds.low == SIMD2(-3, 2))
    #expect(bounds.high == SIMD2(.leastNormalMagnitude, 5))
    #expect(bounds.size.y == 3)
  }
}

@Suite("Refinement by heatmaps")
struct HeatmapRefinementTests {
  private let refinement = HeatmapRefinement(size: 64, kernelSize: 7, minimumScore: 0.5)

  /// One landmark over a map that is cold but for some cells.
  private func refine(_ point: SIMD3<Float>, hot: [(Int, Int)], logit: Float = 20) -> SIMD3<Float> {
    var map = [Float](repeating: -100, count: 64 * 64)
    for (x, y) in hot { map[y * 64 + x] = logit }
    var points = [point]
    map.withUnsafeBufferPointer { refinement.refine(&points, heatmap: $0) }
    return points[0]
  }

  @Test("The landmark moves to its hot cells' mean, in cells without a half; z stays")
  func moves() {
    let point = refine(SIMD3(0.5, 0.5, 7), hot: [(33, 30), (31, 30)])
    #expect(abs(point.x - 32.0 / 64) < 1e-6 && abs(point.y - 30.0 / 64) < 1e-6 && point.z == 7)
  }

  @Test("Cells beyond three from the landmark's do not count")
  func window() {
    #expect(refine(SIMD3(0.5, 0.5, 0), hot: [(36, 32)]) == SIMD3(0.5, 0.5, 0))
    #expect(abs(refine(SIMD3(0.5, 0.5, 0), hot: [(35, 32)]).x - 35.0 / 64) < 1e-6)
  }

  @Test("A map that is nowhere sure leaves the landmark alone")
  func unsure() {
    #expect(refine(SIMD3(0.5, 0.5, 0), hot: [(33, 33)], logit: -0.1) == SIMD3(0.5, 0.5, 0))
    #expect(refine(SIMD3(0.5, 0.5, 0), hot: [(33, 33)], logit: 0) != SIMD3(0.5, 0.5, 0))
  }

  @Test("Landmarks outside the map, or nowhere, stay; just left of it counts as the first column")
  func outside() {
    for x: Float in [-0.02, 1, 5, -.infinity, .infinity] {
      #expect(refine(SIMD3(x, 0.5, 0), hot: [(0, 32), (63, 32)]) == SIMD3(x, 0.5, 0))
    }
    #expect(refine(SIMD3(.nan, 0.5, 0), hot: [(0, 32)]).x.isNaN)
    #expect(refine(SIMD3(-0.01, 0.5, 0), hot: [(0, 32)]).x == 0)
  }
}
