import Foundation

/// An upright box of any unit: the one place that computes how much two boxes overlap.
package protocol UprightBox {
  associatedtype Value: BinaryFloatingPoint
  var minX: Value { get }
  var minY: Value { get }
  var maxX: Value { get }
  var maxY: Value { get }
  /// The area; negative for an inverted box.
  var area: Value { get }
}

extension UprightBox {
  package var area: Value { (maxX - minX) * (maxY - minY) }

  package func intersection(_ other: Self) -> Value {
    let width = min(maxX, other.maxX) - max(minX, other.minX)
    let height = min(maxY, other.maxY) - max(minY, other.minY)
    return width > 0 && height > 0 ? width * height : 0
  }

  /// The intersection over union; 0 where the boxes do not overlap or have no area.
  package func intersectionOverUnion(_ other: Self) -> Value { Self.overlap(self, other) }

  static func overlap(_ first: Self, _ second: Self) -> Value {
    let common = first.intersection(second)
    let union = first.area + second.area - common
    return common > 0 && union > 0 ? common / union : 0
  }
}

/// An upright box in fractions of a tensor or an image: its upper left corner and its size, as detectors state it. As
/// in MediaPipe the far corner and the area are those of a box that was converted to corners, in single precision.
package struct NormalizedBox: UprightBox, Sendable, Hashable {
  package var minX, minY, width, height: Float

  package init(minX: Float, minY: Float, width: Float, height: Float) {
    (self.minX, self.minY, self.width, self.height) = (minX, minY, width, height)
  }

  package init(minX: Float, minY: Float, maxX: Float, maxY: Float) {
    self.init(minX: minX, minY: minY, width: maxX - minX, height: maxY - minY)
  }

  package init(xCenter: Float, yCenter: Float, width: Float, height: Float) {
    self.init(
      minX: xCenter - width / 2, minY: yCenter - height / 2, maxX: xCenter + width / 2, maxY: yCenter + height / 2)
  }

  package var maxX: Float { minX + width }
  package var maxY: Float { minY + height }

  // Not generic: other modules, for thousands of boxes a frame, would call a generic one at a twentieth of the speed.
  package func intersectionOverUnion(_ other: NormalizedBox) -> Float { Self.overlap(self, other) }
}

/// An upright box in pixels, by its centre and size: the four numbers that a track's filters estimate.
package struct PixelBox: UprightBox, Sendable, Hashable {
  package var centerX, centerY, width, height: Double

  package init(centerX: Double, centerY: Double, width: Double, height: Double) {
    (self.centerX, self.centerY, self.width, self.height) = (centerX, centerY, width, height)
  }

  /// Nil for a box without area or with NaN.
  package init?(_ rect: CGRect) {
    let (width, height) = (Double(rect.size.width), Double(rect.size.height))
    let (x, y) = (Double(rect.origin.x), Double(rect.origin.y))
    guard width > 0, height > 0, (width * height).isFinite, (x + width).isFinite, (y + height).isFinite else {
      return nil
    }
    self.init(centerX: x + width / 2, centerY: y + height / 2, width: width, height: height)
  }

  package var minX: Double { centerX - width / 2 }
  package var minY: Double { centerY - height / 2 }
  package var maxX: Double { centerX + width / 2 }
  package var maxY: Double { centerY + height / 2 }
  package var area: Double { width * height }

  // Not generic, as for `NormalizedBox`.
  package func intersectionOverUnion(_ other: PixelBox) -> Double { Self.overlap(self, other) }

  /// The side of the square with the same area: the unit of distances and noise.
  package var scale: Double { area.squareRoot() }
  package var rect: CGRect { CGRect(x: minX, y: minY, width: width, height: height) }

  package func meets(_ other: PixelBox) -> Bool {
    2 * abs(centerX - other.centerX) < width + other.width && 2 * abs(centerY - other.centerY) < height + other.height
  }

  package func share(coveredBy other: PixelBox) -> Double { intersection(other) / area }

  package func distance(to other: PixelBox) -> Double {
    let (x, y) = (centerX - other.centerX, centerY - other.centerY)
    return (x * x + y * y).squareRoot()
  }

  /// The box's inner part, `fraction` of it in either direction, about the same centre.
  package func inner(_ fraction: Double) -> PixelBox {
    PixelBox(centerX: centerX, centerY: centerY, width: width * fraction, height: height * fraction)
  }

  package func clipped(to size: CGSize) -> PixelBox? {
    let (left, top) = (max(minX, 0), max(minY, 0))
    let (right, bottom) = (min(maxX, Double(size.width)), min(maxY, Double(size.height)))
    guard right > left, bottom > top else { return nil }
    return PixelBox(centerX: (left + right) / 2, centerY: (top + bottom) / 2, width: right - left, height: bottom - top)
  }

  package func visibleShare(in size: CGSize) -> Double { (clipped(to: size)?.area ?? 0) / area }
}

extension PixelBox {
  /// A box in whole pixels, rounded as in MediaPipe: position and size are truncated, then clamped to the visible
  /// columns and rows of the image, each by itself. The box may therefore extend beyond their right and lower edge.
  package init(truncating box: NormalizedBox, in size: ImageSize, columns: Range<Int>, rows: Range<Int>) {
    func pixels(_ value: Float, upTo limit: Int) -> Double {
      // NaN becomes 0.
      guard value > 0 else { return 0 }
      return value < Float(limit) ? Double(value.rounded(.down)) : Double(limit)
    }
    let (left, top) = (columns.lowerBound, rows.lowerBound)
    let width = pixels(box.width * size.width, upTo: columns.count)
    let height = pixels(box.height * size.height, upTo: rows.count)
    self.init(
      centerX: Double(left) + pixels(box.minX * size.width - Float(left), upTo: columns.count) + width / 2,
      centerY: Double(top) + pixels(box.minY * size.height - Float(top), upTo: rows.count) + height / 2,
      width: width, height: height)
  }
}

extension ImageOrientation {
  /// Maps a box from the upright image to the stored pixels. `size` is that of the stored image.
  package func stored(_ box: CGRect, in size: CGSize) -> CGRect {
    switch self {
    case .up: box
    case .upMirrored: CGRect(x: size.width - box.maxX, y: box.minY, width: box.width, height: box.height)
    case .down: CGRect(x: size.width - box.maxX, y: size.height - box.maxY, width: box.width, height: box.height)
    case .downMirrored: CGRect(x: box.minX, y: size.height - box.maxY, width: box.width, height: box.height)
    case .leftMirrored: CGRect(x: box.minY, y: box.minX, width: box.height, height: box.width)
    case .right: CGRect(x: box.minY, y: size.height - box.maxX, width: box.height, height: box.width)
    case .rightMirrored:
      CGRect(x: size.width - box.maxY, y: size.height - box.maxX, width: box.height, height: box.width)
    case .left: CGRect(x: size.width - box.maxY, y: box.minX, width: box.height, height: box.width)
    }
  }

  /// Maps a box from the stored pixels to the upright image; the inverse of `stored(_:in:)`.
  package func upright(_ box: CGRect, in size: CGSize) -> CGRect {
    switch self {
    case .left: Self.right.stored(box, in: CGSize(width: size.height, height: size.width))
    case .right: Self.left.stored(box, in: CGSize(width: size.height, height: size.width))
    case .leftMirrored, .rightMirrored: stored(box, in: CGSize(width: size.height, height: size.width))
    case .up, .down, .upMirrored, .downMirrored: stored(box, in: size)
    }
  }
}

extension CGRect {
  /// The numbers as messages show them: `x 0.1, y 0, width 0.5, height 1`.
  package var plainText: String {
    let sides = [("x", origin.x), ("y", origin.y), ("width", size.width), ("height", size.height)]
    return sides.map { "\($0) \(Double($1).plainText)" }.joined(separator: ", ")
  }
}
