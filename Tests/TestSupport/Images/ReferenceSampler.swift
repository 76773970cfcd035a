import Foundation
import VisionImaging

/// A plain sampler, position by position and tap by tap: the oracle of the fast one.
///
/// Follows OpenCV's `warpPerspective` on 8-bit images as MediaPipe calls it: a homography through the four single-precision
/// corners, rows in blocks of 64 columns, 1/32-pixel positions rounded half to even, integer weights that sum to 32768.
package struct ReferenceSampler {
  /// How the two right corners of a region are computed; the two ways round differently.
  package enum RightCorners {
    /// From the centre, as MediaPipe 1.2.2 and we do.
    case fromCenter
    /// As mirror images of the left corners, as MediaPipe 0.10.21 does.
    case mirrored
  }

  private let width: Int
  private let height: Int
  private let border: BorderMode
  private let rightCorners: RightCorners

  package init(width: Int, height: Int, border: BorderMode, rightCorners: RightCorners = .fromCenter) {
    (self.width, self.height, self.border, self.rightCorners) = (width, height, border, rightCorners)
  }

  /// The RGB pixels of a region, row by row.
  package func sample(_ region: RotatedRegion, of image: ImageBuffer) -> [UInt8] {
    let inverse = Self.invert(Self.homography(from: corners(of: region), width: width, height: height))
    let block = min(1024 / min(16, height), width)
    var result: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let start = Double(x / block * block)
        let step = Double(x % block)
        func row(_ index: Int) -> Double {
          (inverse[index][0] * start + inverse[index][1] * Double(y) + inverse[index][2]) + inverse[index][0] * step
        }
        let scale = 32 / row(2)
        let positionX = Int((row(0) * scale).rounded(.toNearestOrEven))
        let positionY = Int((row(1) * scale).rounded(.toNearestOrEven))
        result += pixel(positionX, positionY, image)
      }
    }
    return result
  }

  private func pixel(_ positionX: Int, _ positionY: Int, _ image: ImageBuffer) -> [UInt8] {
    let (x, y, ax, ay) = (positionX >> 5, positionY >> 5, positionX & 31, positionY & 31)
    let taps = [
      (x, y, (32 - ax) * (32 - ay) * 32), (x + 1, y, ax * (32 - ay) * 32),
      (x, y + 1, (32 - ax) * ay * 32), (x + 1, y + 1, ax * ay * 32),
    ]
    return (0..<3).map { channel in
      let sum = taps.reduce(0) { $0 + $1.2 * value($1.0, $1.1, channel, image) }
      return UInt8((sum + 16384) >> 15)
    }
  }

  private func value(_ x: Int, _ y: Int, _ channel: Int, _ image: ImageBuffer) -> Int {
    let column = min(max(x, 0), image.width - 1)
    let row = min(max(y, 0), image.height - 1)
    if border == .zero, column != x || row != y { return 0 }
    let offset =
      switch image.format {
      case .rgb, .rgba: channel
      case .bgra: 2 - channel
      case .gray: 0
      }
    return image.withUnsafeBytes { Int($0[row * image.bytesPerRow + column * image.format.bytesPerPixel + offset]) }
  }

  private func corners(of region: RotatedRegion) -> [(Float, Float)] {
    let degrees = Float(Double(region.rotation * 180) / Double.pi)
    let angle = Double(degrees) * Double.pi / 180
    let b = Float(cos(angle)) * 0.5
    let a = Float(sin(angle)) * 0.5
    let (cx, cy, w, h) = (region.xCenter, region.yCenter, region.width, region.height)
    let bottomLeft = (cx - a * h - b * w, cy + b * h - a * w)
    let topLeft = (cx + a * h - b * w, cy - b * h - a * w)
    switch rightCorners {
    case .fromCenter:
      return [bottomLeft, topLeft, (cx + a * h + b * w, cy - b * h + a * w), (cx - a * h + b * w, cy + b * h + a * w)]
    case .mirrored:
      return [
        bottomLeft, topLeft, (2 * cx - bottomLeft.0, 2 * cy - bottomLeft.1), (2 * cx - topLeft.0, 2 * cy - topLeft.1),
      ]
    }
  }

  /// Eight equations by elimination with partial pivoting.
  private static func homography(from corners: [(Float, Float)], width: Int, height: Int) -> [[Double]] {
    let (w, h) = (Float(width), Float(height))
    let targets: [(Float, Float)] = [(0, h), (0, 0), (w, 0), (w, h)]
    var a = [[Double]](repeating: [Double](repeating: 0, count: 9), count: 8)
    for (i, ((x, y), (u, v))) in zip(corners, targets).enumerated() {
      a[i] = [Double(x), Double(y), 1, 0, 0, 0, Double(-x * u), Double(-y * u), Double(u)]
      a[i + 4] = [0, 0, 0, Double(x), Double(y), 1, Double(-x * v), Double(-y * v), Double(v)]
    }
    for i in 0..<8 {
      var pivot = i
      for row in i..<8 where abs(a[row][i]) > abs(a[pivot][i]) { pivot = row }
      a.swapAt(i, pivot)
      let d = -1 / a[i][i]
      for row in i + 1..<8 {
        let factor = a[row][i] * d
        for column in i + 1..<9 { a[row][column] += factor * a[i][column] }
      }
    }
    var solution = [Double](repeating: 0, count: 8)
    for i in (0..<8).reversed() {
      var value = a[i][8]
      for k in i + 1..<8 { value -= a[i][k] * solution[k] }
      solution[i] = value / a[i][i]
    }
    return [Array(solution[0..<3]), Array(solution[3..<6]), [solution[6], solution[7], 1]]
  }

  /// The 3 x 3 inverse by cofactors over the determinant.
  private static func invert(_ m: [[Double]]) -> [[Double]] {
    func cofactor(_ i: Int, _ j: Int) -> Double {
      m[(j + 1) % 3][(i + 1) % 3] * m[(j + 2) % 3][(i + 2) % 3]
        - m[(j + 1) % 3][(i + 2) % 3] * m[(j + 2) % 3][(i + 1) % 3]
    }
    let scale = 1 / (m[0][0] * cofactor(0, 0) + m[0][1] * cofactor(1, 0) + m[0][2] * cofactor(2, 0))
    return (0..<3).map { i in (0..<3).map { j in cofactor(i, j) * scale } }
  }
}
