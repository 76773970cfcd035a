import VisionImaging

/// The plain projection of a mask: every position and every tap by itself.
///
/// Source: MediaPipe's `WarpAffineCalculator` over OpenCV's `warpAffine`: the inverse in single precision in Eigen's order,
/// positions in 1/1024 and then 1/32 mask pixels, bilinear, 0 outside.
struct ReferenceMaskProjection: Sendable {
  private let xx, xy, x0, yx, yy, y0: Double
  private let maskSize: Int
  private let width: Int
  private let height: Int

  /// The mask has `maskSize` x `maskSize` values, the picture `width` x `height` pixels.
  init(from region: ImageRegion, maskSize: Int, width: Int, height: Int) {
    let (c, s) = region.rotation.cosineAndSine
    let (a, b) = (region.width, region.height)
    let perWidth = 1 / Float(width)
    let perHeight = 1 / Float(height)
    let m0 = a * c * perWidth
    let m1 = -b * s * perWidth
    let m3 = (-0.5 * a * c + 0.5 * b * s + region.xCenter) * perWidth
    let m4 = a * s * perHeight
    let m5 = b * c * perHeight
    let m7 = (-0.5 * b * c - 0.5 * a * s + region.yCenter) * perHeight
    let mz = a * perWidth
    let reciprocal = 1 / ((m0 * m5 - m1 * m4) * mz)
    let size = Float(maskSize)
    xx = Double(size * ((m5 * mz) * reciprocal) * perWidth)
    xy = Double(size * (-(m1 * mz) * reciprocal) * perHeight)
    x0 = Double(size * (-(mz * (m5 * m3 - m1 * m7)) * reciprocal))
    yx = Double(size * (-(m4 * mz) * reciprocal) * perWidth)
    yy = Double(size * ((m0 * mz) * reciprocal) * perHeight)
    y0 = Double(size * (-(mz * (m0 * m7 - m4 * m3)) * reciprocal))
    self.maskSize = maskSize
    self.width = width
    self.height = height
  }

  /// Fills `target` (width x height values, row after row) from `mask`.
  func project(_ mask: UnsafeBufferPointer<Float>, into target: UnsafeMutableBufferPointer<Float>) {
    guard mask.count >= maskSize * maskSize, target.count >= width * height,
      [xx, xy, x0, yx, yy, y0].allSatisfy({ abs($0) < 1e9 })
    else { return }
    for y in 0..<height {
      let startX = Int(((xy * Double(y) + x0) * 1024).rounded(.toNearestOrEven)) + 16
      let startY = Int(((yy * Double(y) + y0) * 1024).rounded(.toNearestOrEven)) + 16
      for x in 0..<width {
        let positionX = (startX + Int((xx * Double(x) * 1024).rounded(.toNearestOrEven))) >> 5
        let positionY = (startY + Int((yx * Double(x) * 1024).rounded(.toNearestOrEven))) >> 5
        target[y * width + x] = value(mask, positionX, positionY)
      }
    }
  }

  /// Bilinear at a position in 1/32 mask pixels.
  private func value(_ mask: UnsafeBufferPointer<Float>, _ positionX: Int, _ positionY: Int) -> Float {
    let x = positionX >> 5
    let y = positionY >> 5
    guard x >= -1, y >= -1, x < maskSize, y < maskSize else { return 0 }
    let fx = Float(positionX & 31) / 32
    let fy = Float(positionY & 31) / 32
    func tap(_ x: Int, _ y: Int) -> Float {
      x >= 0 && y >= 0 && x < maskSize && y < maskSize ? mask[y * maskSize + x] : 0
    }
    return (1 - fx) * (1 - fy) * tap(x, y) + fx * (1 - fy) * tap(x + 1, y) + (1 - fx) * fy * tap(x, y + 1)
      + fx * fy * tap(x + 1, y + 1)
  }
}
