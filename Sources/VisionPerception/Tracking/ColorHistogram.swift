import Foundation
import VisionImaging

/// The colour histogram of an object, which tells objects apart that cross each other.
///
/// Source: a histogram of hue, saturation and value over the inner part of a box, square-rooted, so that the product of
/// two is the Bhattacharyya coefficient.
package struct ColorHistogram: Sendable {
  /// The share of a box's width and height that counts: its corners show the background.
  private static let innerShare = 0.7
  /// The minimum pixels in each direction.
  private static let minSize = 4
  private static let sampler = AreaSampler(columns: 32, rows: 32, taps: 2)

  /// The square roots of the bins' shares; the sum of their squares is 1.
  private(set) var roots: [Float]

  /// The colours of a box's inner part; nil where fewer than four by four pixels of it are in the image.
  package init?(of box: PixelBox, in image: ImageBuffer) {
    let inner = box.inner(Self.innerShare)
    guard let x = Self.pixels(inner.minX, inner.maxX, of: image.width),
      let y = Self.pixels(inner.minY, inner.maxY, of: image.height)
    else { return nil }
    var counts = [Int32](repeating: 0, count: HSVBins.count)
    let cellCount = Self.sampler.columns * Self.sampler.rows
    let isSampled = counts.withUnsafeMutableBufferPointer { counts in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: cellCount) { cells in
        guard Self.sampler.sample(x: x, y: y, of: image, into: cells) else { return false }
        HSVBins.shared.count(UnsafeBufferPointer(cells), into: counts)
        return true
      }
    }
    guard isSampled else { return nil }
    roots = counts.map { (Float($0) / Float(cellCount)).squareRoot() }
  }

  /// The similarity of two histograms (Bhattacharyya coefficient): 1 for equal colours in equal shares, 0 for none in
  /// common.
  package func similarity(to other: ColorHistogram) -> Double {
    var sum = SIMD8<Float>.zero
    roots.withUnsafeBytes { own in
      other.roots.withUnsafeBytes { other in
        for offset in stride(from: 0, to: HSVBins.count * 4, by: 32) {
          sum +=
            own.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
            * other.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        }
      }
    }
    return Double(sum.sum())
  }

  /// Blends in a share of another histogram.
  package mutating func blend(with other: ColorHistogram, share: Float) {
    var squares: Float = 0
    for index in roots.indices {
      roots[index] = roots[index] * (1 - share) + other.roots[index] * share
      squares += roots[index] * roots[index]
    }
    guard squares > 0 else { return }
    let scale = 1 / squares.squareRoot()
    for index in roots.indices { roots[index] *= scale }
  }

  /// The whole pixels between two edges; nil for too few.
  private static func pixels(_ low: Double, _ high: Double, of extent: Int) -> Range<Int>? {
    let first = Int(min(max(low, 0), Double(extent)))
    let end = Int(min(max(high, 0), Double(extent)))
    return end - first >= minSize ? first..<end : nil
  }
}
