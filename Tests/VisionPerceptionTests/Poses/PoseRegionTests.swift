import Testing
import VisionImaging
import VisionPerception

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
    func rect(_ x: Float) -> NormalizedRect {
      NormalizedRect(xCenter: x, yCenter: 0.5, width: 0.2, height: 0.2, rotation: 0)
    }
    var rects = [rect(0.2), rect(0.8), rect(0.21), rect(0.5), rect(0.79)]
    PoseRegions.associate(&rects, threshold: 0.5)
    #expect(rects.map(\.xCenter) == [0.21, 0.5, 0.79])
    var none: [NormalizedRect] = []
    PoseRegions.associate(&none, threshold: 0.5)
    #expect(none.isEmpty)
    var same = [rect(0.3), rect(0.3)]
    PoseRegions.associate(&same, threshold: 1)
    #expect(same.count == 2)
  }
}
