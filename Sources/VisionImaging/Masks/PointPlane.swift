/// A plane of zeros with 255 in discs around points, as OpenCV's `circle` fills them. Only the discs take memory.
package struct PointPlane {
  private let width, height: Int
  private var spans: [Int: [ClosedRange<Int>]] = [:]

  /// The radius grows with the image, so that a disc has about one pixel in the input of a model of 512 x 512.
  ///
  /// Source: MediaPipe's `RegionOfInterestToRenderDataCalculator`. A point at the right or bottom edge, which MediaPipe
  /// draws outside of the image, is in the last pixel.
  package init(points: [SIMD2<Double>], width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    let radius = Int(max(Double(max(width, height)) / 512, 1).rounded())
    for point in points {
      let x = min(max(Int((point.x * Double(width)).rounded()), 0), width - 1)
      let y = min(max(Int((point.y * Double(height)).rounded()), 0), height - 1)
      addDisc(x, y, radius)
    }
  }

  /// The midpoint algorithm.
  private mutating func addDisc(_ x: Int, _ y: Int, _ radius: Int) {
    var (error, dx, dy, plus, minus) = (0, radius, 0, 1, 2 * radius - 1)
    while dx >= dy {
      for (row, half) in [(y - dy, dx), (y + dy, dx), (y - dx, dy), (y + dx, dy)] {
        let (first, last) = (max(x - half, 0), min(x + half, width - 1))
        if row >= 0, row < height, first <= last { spans[row, default: []].append(first...last) }
      }
      dy += 1
      error += plus
      plus += 2
      if error > 0 {
        error -= minus
        dx -= 1
        minus -= 2
      }
    }
  }

  /// Writes a row to every fourth byte: the alpha of RGBA pixels.
  package func write(row: Int, toAlphaOf pixels: UnsafeMutableBufferPointer<UInt8>) {
    for x in 0..<width { pixels[4 * x + 3] = 0 }
    for span in spans[row] ?? [] { for x in span { pixels[4 * x + 3] = 255 } }
  }
}
