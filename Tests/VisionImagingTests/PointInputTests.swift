import Testing

@testable import VisionImaging

@Suite("Pixels for a user's points")
struct PointInputTests {
  /// The alpha bytes of a plane, a character for each.
  private func rows(_ points: [SIMD2<Double>], width: Int, height: Int) -> [String] {
    let plane = PointPlane(points: points, width: width, height: height)
    let pixels = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4 * width)
    defer { pixels.deallocate() }
    pixels.initialize(repeating: 7)
    return (0..<height).map { y in
      plane.write(row: y, toAlphaOf: pixels)
      return (0..<width).map { pixels[4 * $0 + 3] == 255 ? "#" : "." }.joined()
    }
  }

  @Test("A point is a disc as OpenCV fills it, clipped at the edges")
  func discs() {
    #expect(rows([SIMD2(0.6, 0.4)], width: 5, height: 5) == [".....", "...#.", "..###", "...#.", "....."])
    #expect(rows([SIMD2(0, 0), SIMD2(1, 1)], width: 4, height: 3) == ["##..", "#..#", "..##"])
    // A radius of 3, as in an image of 1536 pixels.
    let large = rows([SIMD2(6.0 / 1536, 0.5)], width: 1536, height: 13).map { String($0.prefix(13)) }
    #expect(
      large.filter { $0.contains("#") } == [
        "......#......", "....#####....", "....#####....", "...#######...", "....#####....", "....#####....",
        "......#......",
      ])
  }

  /// A gradient in each channel.
  private func resized(_ width: Int, _ height: Int, to targetWidth: Int, _ targetHeight: Int) -> [UInt8] {
    PixelResizer(width: width, height: height, targetWidth: targetWidth, targetHeight: targetHeight).resized {
      row, pixels in
      for x in 0..<width {
        for channel in 0..<4 { pixels[4 * x + channel] = UInt8((x * 31 + row * 17 + channel * 50) % 256) }
      }
    }
  }

  @Test("Means of whole and of parted pixels, and bilinear values, are OpenCV's", arguments: openCV)
  func resizing(width: Int, height: Int, values: [UInt8]) { #expect(resized(width, height, to: 3, 2) == values) }
}

/// Width, height, and what `cv2.resize` 5.0 makes of them in 3 x 2 pixels.
private let openCV: [(Int, Int, [UInt8])] = [
  (
    6, 4,
    [24, 74, 124, 174, 86, 136, 186, 172, 148, 198, 184, 42, 58, 108, 158, 208, 120, 170, 220, 78, 182, 168, 26, 76]
  ),
  (
    9, 6,
    [48, 98, 148, 198, 141, 191, 156, 63, 177, 85, 78, 128, 99, 149, 199, 135, 192, 128, 64, 86, 86, 79, 129, 179]
  ),
  (
    7, 5,
    [36, 86, 136, 186, 107, 157, 192, 118, 177, 206, 95, 71, 77, 127, 177, 197, 147, 197, 130, 56, 218, 71, 62, 112]
  ),
  (
    3, 2,
    [0, 50, 100, 150, 31, 81, 131, 181, 62, 112, 162, 212, 17, 67, 117, 167, 48, 98, 148, 198, 79, 129, 179, 229]
  ),
  (2, 1, [0, 50, 100, 150, 15, 65, 115, 165, 31, 81, 131, 181, 0, 50, 100, 150, 15, 65, 115, 165, 31, 81, 131, 181]),
  (
    2, 7,
    [21, 71, 121, 171, 37, 87, 137, 187, 52, 102, 152, 202, 81, 131, 181, 231, 96, 146, 196, 150, 112, 162, 212, 70]
  ),
  (1, 1, [0, 50, 100, 150, 0, 50, 100, 150, 0, 50, 100, 150, 0, 50, 100, 150, 0, 50, 100, 150, 0, 50, 100, 150]),
]
