import Testing
import VisionImaging

@Suite("Boxes in whole pixels")
struct PixelBoxTests {
  private func box(_ minX: Float, _ minY: Float, _ maxX: Float, _ maxY: Float) -> [Int] {
    let box = PixelBox(
      truncating: NormalizedBox(minX: minX, minY: minY, maxX: maxX, maxY: maxY),
      in: ImageSize(width: 100, height: 50), columns: 0..<100, rows: 0..<50)
    return [box.minX, box.minY, box.width, box.height].map { Int($0) }
  }

  @Test("Numbers are cut, not rounded, each by itself")
  func cut() {
    #expect(box(0.019, 0.039, 0.5, 0.999) == [1, 1, 48, 48])
    #expect(box(0, 0, 1, 1) == [0, 0, 100, 50])
  }

  @Test("A box that starts outside keeps its size; nothing is larger than the picture")
  func outside() {
    #expect(box(-0.1, -0.2, 0.4, 0.3) == [0, 0, 50, 25])
    #expect(box(1.5, 2, 3, 5) == [100, 50, 100, 50])
    #expect(box(-1, -1, 2, 2) == [0, 0, 100, 50])
  }

  @Test("Infinities and what is no number stay within the picture")
  func noNumbers() {
    #expect(box(-.infinity, 0, .infinity, 1) == [0, 0, 100, 50])
    #expect(box(.nan, .nan, .nan, .nan) == [0, 0, 0, 0])
    #expect(box(.infinity, 0, -.infinity, 1) == [100, 0, 0, 50])
  }
}
