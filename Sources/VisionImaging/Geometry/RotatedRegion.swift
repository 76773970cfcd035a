import Foundation

/// A rotated rectangle: the part of an image that is a model's input.
/// Pipelines keep it in fractions of the image's width and height and call it a rect; `pixels(in:)` makes the region
/// that is sampled. Nothing converts back, which would round. Single precision throughout, in MediaPipe's order of
/// operations: tracking feeds every rounding back into the next frame.
package struct RotatedRegion: Sendable, Hashable {
  /// The centre, in fractions of the image's width and height or in pixels.
  package var xCenter, yCenter: Float
  /// The size along the rectangle's own axes, in the same unit.
  package var width, height: Float
  /// The rotation in radians, positive clockwise on the screen.
  package var rotation: Float

  package init(xCenter: Float, yCenter: Float, width: Float, height: Float, rotation: Float) {
    (self.xCenter, self.yCenter, self.width, self.height, self.rotation) = (xCenter, yCenter, width, height, rotation)
  }

  /// No object, as MediaPipe writes it.
  package static let empty = RotatedRegion(xCenter: 0, yCenter: 0, width: 0, height: 0, rotation: 0)

  /// The whole image in fractions, which a clockwise rotation by a multiple of 90 degrees makes upright.
  package init(coveringImageOf size: ImageSize, rotationDegrees degrees: Int = 0) {
    let isQuarterTurn = degrees % 180 != 0
    self.init(
      xCenter: 0.5, yCenter: 0.5,
      width: isQuarterTurn ? size.height / size.width : 1,
      height: isQuarterTurn ? size.width / size.height : 1,
      rotation: Float(-Double(degrees) * .pi / 180))
  }

  package var isEmpty: Bool { width == 0 && height == 0 }

  /// A rectangle in fractions of an image, in its pixels.
  package func pixels(in size: ImageSize) -> RotatedRegion {
    RotatedRegion(
      xCenter: xCenter * size.width, yCenter: yCenter * size.height,
      width: width * size.width, height: height * size.height, rotation: rotation)
  }

  /// Moves a rectangle along its own y axis by `shiftY` of its height, then makes it a square of `scale` its long side.
  package func expandedToSquare(scale: Float, shiftY: Float, in size: ImageSize) -> RotatedRegion {
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
  package func intersectionOverUnion(_ other: RotatedRegion) -> Float { upright.intersectionOverUnion(other.upright) }

  private var upright: NormalizedBox {
    NormalizedBox(minX: xCenter - width / 2, minY: yCenter - height / 2, width: width, height: height)
  }
}

extension Float {
  /// The cosine and sine, each calculated in double precision and rounded once.
  package var cosineAndSine: (cosine: Float, sine: Float) { (Float(cos(Double(self))), Float(sin(Double(self)))) }

  /// The same angle within [-π, π).
  package var normalizedRadians: Float {
    let angle = Double(self)
    return Float(angle - 2 * .pi * ((angle + .pi) / (2 * .pi)).rounded(.down))
  }
}

/// An image's width and height in pixels, in single precision for calculations.
package struct ImageSize: Sendable, Hashable {
  package var width, height: Float

  package init(width: Float, height: Float) { (self.width, self.height) = (width, height) }
}

extension ImageBuffer {
  package var size: ImageSize { ImageSize(width: Float(width), height: Float(height)) }
}

// A region in pixels.
extension RotatedRegion {
  package var isSampleable: Bool {
    xCenter.isFinite && yCenter.isFinite && rotation.isFinite && width.isFinite && height.isFinite && width > 0
      && height > 0
  }

  /// A region in fractions of an image, in its pixels; nil where nothing can be sampled, since tracking can make a
  /// region empty or infinite.
  package func sampleablePixels(in size: ImageSize) -> RotatedRegion? {
    let region = pixels(in: size)
    return isEmpty || !region.isSampleable ? nil : region
  }

  /// Expanded about its centre to a tensor's aspect ratio, so that nothing is stretched (letterbox).
  package func letterboxed(tensorWidth: Int, tensorHeight: Int) -> RotatedRegion {
    var result = self
    let target = Float(tensorHeight) / Float(tensorWidth)
    if target > height / width { result.height = width * target } else { result.width = height / target }
    return result
  }

  /// The corners in pixels: bottom left, top left, top right, bottom right. The angle goes through degrees and back as
  /// OpenCV's rotated rectangle takes it; all else is single precision. Each corner is computed from the center: a
  /// mirror image of the opposite one, as in older OpenCV, rounds differently and moves samples between two pixels.
  var corners: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>, SIMD2<Float>) {
    let degrees = Float(Double(rotation * 180) / .pi)
    let angle = Double(degrees) * .pi / 180
    let b = Float(cos(angle)) * 0.5
    let a = Float(sin(angle)) * 0.5
    let bottomLeft = SIMD2(xCenter - a * height - b * width, yCenter + b * height - a * width)
    let topLeft = SIMD2(xCenter + a * height - b * width, yCenter - b * height - a * width)
    let topRight = SIMD2(xCenter + a * height + b * width, yCenter - b * height + a * width)
    let bottomRight = SIMD2(xCenter - a * height + b * width, yCenter + b * height + a * width)
    return (bottomLeft, topLeft, topRight, bottomRight)
  }

  /// The map from fractions of this region (of a tensor sampled from it) to fractions of the image.
  package func transformToImage(of size: ImageSize) -> PointTransform {
    let (cosine, sine) = rotation.cosineAndSine
    let (perWidth, perHeight) = (1 / size.width, 1 / size.height)
    return PointTransform(
      xx: width * cosine * perWidth, xy: -height * sine * perWidth,
      x0: (-0.5 * width * cosine + 0.5 * height * sine + xCenter) * perWidth,
      yx: width * sine * perHeight, yy: height * cosine * perHeight,
      y0: (-0.5 * height * cosine - 0.5 * width * sine + yCenter) * perHeight)
  }
}

/// An affine map of points: x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0.
package struct PointTransform: Sendable, Hashable {
  package var xx, xy, x0, yx, yy, y0: Float

  package func callAsFunction(_ point: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(point.x * xx + point.y * xy + x0, point.x * yx + point.y * yy + y0)
  }

  package func callAsFunction(_ box: NormalizedBox) -> NormalizedBox {
    let a = self(SIMD2(box.minX, box.minY))
    let b = self(SIMD2(box.maxX, box.minY))
    let c = self(SIMD2(box.maxX, box.maxY))
    let d = self(SIMD2(box.minX, box.maxY))
    let low = pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d))
    let high = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d))
    return NormalizedBox(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }
}

/// Maps points in fractions of a square letterboxed tensor to fractions of the image. Source: MediaPipe's
/// `DetectionLetterboxRemovalCalculator`, which is wrong for rotated images; the rotation is undone here.
package struct LetterboxRemoval: Sendable {
  private let padding: SIMD2<Float>
  private let region: RotatedRegion
  private let size: ImageSize

  /// The region is that of the image before letterboxing.
  package init(of region: RotatedRegion, in size: ImageSize) {
    let aspect = region.height / region.width
    padding = 1 > aspect ? SIMD2(0, (1 - aspect) / 2) : SIMD2((1 - 1 / aspect) / 2, 0)
    (self.region, self.size) = (region, size)
  }

  package func callAsFunction(_ point: SIMD2<Float>) -> SIMD2<Float> {
    let inRegion = (point - padding) / (1 - (padding + padding))
    let (cosine, sine) = region.rotation.cosineAndSine
    // The region is the image, maybe after full turns: more arithmetic would round.
    if cosine == 1, region.width == size.width, region.height == size.height { return inRegion }
    let offset = (inRegion - 0.5) * SIMD2(region.width, region.height)
    return SIMD2(
      (region.xCenter + cosine * offset.x - sine * offset.y) / size.width,
      (region.yCenter + sine * offset.x + cosine * offset.y) / size.height)
  }
}
