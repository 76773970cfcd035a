/// An upright box in pixels.
public struct DrawingBox: Sendable, Hashable {
  /// The left edge.
  public var minX: Double
  /// The top edge.
  public var minY: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Makes a box from its top left corner and its size.
  public init(minX: Double, minY: Double, width: Double, height: Double) {
    (self.minX, self.minY, self.width, self.height) = (minX, minY, width, height)
  }

  /// Makes the box of a result: in pixels, the origin at the image's top left corner.
  public init(_ box: CGRect) {
    self.init(minX: Double(box.minX), minY: Double(box.minY), width: Double(box.width), height: Double(box.height))
  }

  /// The right edge.
  public var maxX: Double { minX + width }
  /// The bottom edge.
  public var maxY: Double { minY + height }

  /// The smallest box around the points that are finite, nil without any.
  init?(around points: [SIMD2<Double>]) {
    let points = points.filter { $0.x.isFinite && $0.y.isFinite }
    guard let first = points.first else { return nil }
    let low = points.reduce(first) { pointwiseMin($0, $1) }
    let high = points.reduce(first) { pointwiseMax($0, $1) }
    self.init(minX: low.x, minY: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The box with its edges moved inwards, or outwards for a negative distance.
  func insetted(by distance: Double) -> DrawingBox {
    DrawingBox(
      minX: minX + distance, minY: minY + distance, width: max(0, width - 2 * distance),
      height: max(0, height - 2 * distance))
  }

  var isDrawable: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite && width > 0 && height > 0 }
  package var area: Double { width * height }

  /// The intersection with an area of the given size.
  func clipped(to area: SIMD2<Double>) -> DrawingBox {
    let (left, top) = (max(0, minX), max(0, minY))
    return DrawingBox(
      minX: left, minY: top, width: max(0, min(area.x, maxX) - left), height: max(0, min(area.y, maxY) - top))
  }

  /// The box moved by the minimum distance into an area of the given size with a margin.
  func moved(inside areaWidth: Double, _ areaHeight: Double, margin: Double) -> DrawingBox {
    DrawingBox(
      minX: max(margin, min(minX, areaWidth - margin - width)),
      minY: max(margin, min(minY, areaHeight - margin - height)), width: width, height: height)
  }
}

extension DrawingBox: UprightBox {}
