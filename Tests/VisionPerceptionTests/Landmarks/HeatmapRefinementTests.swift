import Testing
import VisionPerception

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
