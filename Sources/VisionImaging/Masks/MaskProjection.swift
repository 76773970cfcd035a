internal import CVisionPixels

/// Projects a mask from a region's crop to the whole image.
/// Source: MediaPipe's `WarpAffineCalculator` over OpenCV's `warpAffine`: the inverse in single precision in Eigen's
/// order, positions in 1/1024 and then 1/32 mask pixels, bilinear, 0 outside.
package struct MaskProjection: Sendable {
  private let xx, xy, x0, yx, yy, y0: Double
  private let maskSize, width, height: Int

  /// The mask has `maskSize` x `maskSize` values, the image `width` x `height` pixels.
  package init(from region: RotatedRegion, maskSize: Int, width: Int, height: Int) {
    let m = region.transformToImage(of: ImageSize(width: Float(width), height: Float(height)))
    let (perWidth, perHeight) = (1 / Float(width), 1 / Float(height))
    let mz = region.width * perWidth
    let reciprocal = 1 / ((m.xx * m.yy - m.xy * m.yx) * mz)
    let size = Float(maskSize)
    xx = Double(size * ((m.yy * mz) * reciprocal) * perWidth)
    xy = Double(size * (-(m.xy * mz) * reciprocal) * perHeight)
    x0 = Double(size * (-(mz * (m.yy * m.x0 - m.xy * m.y0)) * reciprocal))
    yx = Double(size * (-(m.yx * mz) * reciprocal) * perWidth)
    yy = Double(size * ((m.xx * mz) * reciprocal) * perHeight)
    y0 = Double(size * (-(mz * (m.xx * m.y0 - m.yx * m.x0)) * reciprocal))
    (self.maskSize, self.width, self.height) = (maskSize, width, height)
  }

  /// Fills columns and rows of the image, by default all, in `target` (width x height values, row by row) from a mask
  /// with its border.
  package func project(
    _ framed: FramedMask, into target: UnsafeMutableBufferPointer<Float>, columns: Range<Int>? = nil,
    rows: Range<Int>? = nil
  ) {
    guard framed.size >= maskSize, target.count >= width * height, let pixels = target.baseAddress,
      [xx, xy, x0, yx, yy, y0].allSatisfy({ abs($0) < 1e9 })
    else { return }
    let (columns, rows) = (columns ?? 0..<width, rows ?? 0..<height)
    let columnX = columns.map { Self.offset(xx * Double($0)) }
    let columnY = columns.map { Self.offset(yx * Double($0)) }
    for y in rows {
      vision_project_mask_row(
        framed.values, Int32(clamping: maskSize), Self.offset(xy * Double(y) + x0) + 16,
        Self.offset(yy * Double(y) + y0) + 16,
        columnX, columnY, Int32(clamping: columns.count), pixels + y * width + columns.lowerBound)
    }
  }

  /// A distance in 1/1024 mask pixels, clamped where sums could overflow: only for crops of less than a pixel.
  private static func offset(_ distance: Double) -> Int32 {
    let limit = Double(1 << 29)
    return Int32(min(max((distance * 1024).rounded(.toNearestOrEven), -limit), limit))
  }
}

/// A square mask's probabilities with a border of zeros, one value wide, so that a projection needs no bounds checks.
package struct FramedMask: Sendable {
  package let size: Int
  /// The values and their border, `size + 2` rows of `size + 2`.
  var values: [Float]

  package init(size: Int) {
    self.size = size
    values = [Float](repeating: 0, count: (size + 2) * (size + 2))
  }

  /// Sets the probabilities, 1 / (e^-logit + 1), of `size` x `size` logits, row by row; fewer change nothing.
  package mutating func setProbabilities(ofLogits logits: UnsafeBufferPointer<Float>) {
    guard logits.count >= size * size, let source = logits.baseAddress else { return }
    let size = size
    values.withUnsafeMutableBufferPointer { values in
      guard let target = values.baseAddress else { return }
      for row in 0..<size {
        vision_logistic(source + row * size, Int32(clamping: size), target + (row + 1) * (size + 2) + 1)
      }
    }
  }
}

/// Blends the mask of a frame with that of the frame before: sure pixels (0 or 1) keep the new value, unsure ones take
/// up to 70 % of the old one.
/// Source: MediaPipe's `SegmentationSmoothingCalculator`, whose polynomial gives a probability's certainty.
package enum MaskSmoothing {
  private static let ratio: Float = 0.7

  /// Blends `values` in place with as many of the frame before.
  package static func blend(_ values: UnsafeMutableBufferPointer<Float>, with previous: UnsafeBufferPointer<Float>) {
    for index in 0..<min(values.count, previous.count) {
      let value = values[index]
      let x = (value - 0.5) * (value - 0.5)
      let certainty = x * (5.68842 + x * (-0.748699 + x * (-57.8051 + x * (291.309 + x * -624.717))))
      values[index] = value + (previous[index] - value) * ((1 - (certainty < 1 ? certainty : 1)) * ratio)
    }
  }
}
