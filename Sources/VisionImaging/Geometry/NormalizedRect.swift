import Foundation

/// A rotated rectangle in fractions of an image's width and height.
///
/// Single precision throughout, in MediaPipe's order of operations: tracking feeds every rounding back into the next frame.
package struct NormalizedRect: Sendable, Hashable {
  /// The centre, as a fraction of the image's width.
  package var xCenter: Float
  /// The centre, as a fraction of the image's height.
  package var yCenter: Float
  /// The size along the rectangle's own x axis, as a fraction of the image's width.
  package var width: Float
  /// The size along the rectangle's own y axis, as a fraction of the image's height.
  package var height: Float
  /// The rotation in radians, positive clockwise on the screen.
  package var rotation: Float

  package init(xCenter: Float, yCenter: Float, width: Float, height: Float, rotation: Float) {
    self.xCenter = xCenter
    self.yCenter = yCenter
    self.width = width
    self.height = height
    self.rotation = rotation
  }

  /// The whole image, rotated by its orientation.
  package init(coveringImageOf size: ImageSize, orientation: ImageOrientation) {
    let degrees = orientation.clockwiseDegrees
    let isQuarterTurn = degrees % 180 != 0
    self.init(
      xCenter: 0.5, yCenter: 0.5,
      width: isQuarterTurn ? size.height / size.width : 1,
      height: isQuarterTurn ? size.width / size.height : 1,
      rotation: Float(-Double(degrees) * .pi / 180))
  }

  /// Whether it has no area: MediaPipe's value for "no object".
  package var isEmpty: Bool { width == 0 && height == 0 }

  /// The rectangle in pixels.
  package func region(in size: ImageSize) -> ImageRegion {
    ImageRegion(
      xCenter: xCenter * size.width, yCenter: yCenter * size.height,
      width: width * size.width, height: height * size.height, rotation: rotation)
  }

  /// Moves the rectangle along its own y axis by `shiftY` of its height, then makes it a square of its long side times
  /// `scale` (in pixels).
  package func expandedToSquare(scale: Float, shiftY: Float, in size: ImageSize) -> NormalizedRect {
    var result = self
    if rotation == 0 {
      result.yCenter += height * shiftY
    } else {
      let (cosine, sine) = rotation.cosineAndSine
      result.xCenter += (-size.height * height * shiftY * sine) / size.width
      result.yCenter += (size.height * height * shiftY * cosine) / size.height
    }
    let side = max(width * size.width, height * size.height)
    result.width = side / size.width * scale
    result.height = side / size.height * scale
    return result
  }

  /// The intersection over union with another rectangle; both rotations are ignored.
  package func intersectionOverUnion(_ other: NormalizedRect) -> Float {
    upright.intersectionOverUnion(other.upright)
  }

  private var upright: NormalizedBox {
    NormalizedBox(minX: xCenter - width / 2, minY: yCenter - height / 2, width: width, height: height)
  }
}

extension Float {
  /// The cosine and sine, each calculated in double precision and rounded once.
  package var cosineAndSine: (cosine: Float, sine: Float) {
    (Float(cos(Double(self))), Float(sin(Double(self))))
  }

  /// The same angle within [-π, π).
  package var normalizedRadians: Float {
    let angle = Double(self)
    return Float(angle - 2 * .pi * ((angle + .pi) / (2 * .pi)).rounded(.down))
  }
}
