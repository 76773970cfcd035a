/// Where each pixel of a tensor is read from, in 1/32 pixels of the picture.
struct SamplePositions {
  /// OpenCV walks rows in blocks and starts each from its own product, which decides the last bits.
  let blockWidth: Int

  /// Room for one block, rounded up to whole vectors. Small enough for the stack at all but tiny tensor heights.
  var capacity: Int { blockWidth + 7 }

  private let map: Homography

  init(region: ImageRegion, tensorWidth: Int, tensorHeight: Int) {
    map = Homography(from: region, tensorWidth: tensorWidth, tensorHeight: tensorHeight)
    blockWidth = min(1024 / min(16, tensorHeight), tensorWidth)
  }

  /// Fills the positions of `count` pixels of row `row` from column `start` on. May write up to 7 entries more.
  @inline(__always)
  func fill(_ block: UnsafeMutablePointer<SIMD2<Int32>>, row: Int, start: Int, count: Int) {
    let y = Double(row)
    let first = Double(start)
    let x0 = map.m0 * first + map.m1 * y + map.m2
    let y0 = map.m3 * first + map.m4 * y + map.m5
    let w0 = map.m6 * first + map.m7 * y + map.m8
    var step = SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7)
    for column in stride(from: 0, to: count, by: 8) {
      let scale = 32 / (w0 + map.m6 * step)
      let x = Self.roundedToEven((x0 + map.m0 * step) * scale)
      let y = Self.roundedToEven((y0 + map.m3 * step) * scale)
      for i in 0..<8 { block[column + i] = SIMD2(x[i], y[i]) }
      step += 8
    }
  }

  /// Rounds to the nearest integer, ties to even, by adding a number at which a double's last place is 1: the sum's low bits
  /// are the integer. Baseline x86-64 has no instruction for it. Far positions are clamped, as OpenCV clamps them; what comes
  /// of an undefined one is some integer, which the border rule takes care of.
  @inline(__always)
  private static func roundedToEven(_ value: SIMD8<Double>) -> SIMD8<Int32> {
    let limit = SIMD8<Double>(repeating: 1_073_741_824)
    let magic = SIMD8<Double>(repeating: 6_755_399_441_055_744)
    let sum = pointwiseMax(pointwiseMin(value, limit), -limit) + magic
    return SIMD8<Int32>(truncatingIfNeeded: unsafeBitCast(sum, to: SIMD8<Int64>.self))
  }
}
