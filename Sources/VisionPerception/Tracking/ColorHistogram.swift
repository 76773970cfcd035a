import Foundation
import VisionImaging

/// The colour histogram of an object, which tells objects apart that cross each other: hue, saturation and value over
/// the inner part of a box, square-rooted, so that the product of two is the Bhattacharyya coefficient.
struct ColorHistogram: Sendable {
  /// The share of a box's width and height that counts: its corners show the background.
  private static let innerShare = 0.7
  private static let minSize = 4
  private static let sampler = AreaSampler(columns: 32, rows: 32, taps: 2)

  /// The square roots of the bins' shares; the sum of their squares is 1.
  private(set) var roots: [Float]

  /// The colours of a box's inner part; nil where fewer than four by four pixels of it are in the image.
  init?(of box: PixelBox, in image: ImageBuffer) {
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

  /// The similarity of two histograms: 1 for equal colours in equal shares, 0 for none in common.
  func similarity(to other: ColorHistogram) -> Double {
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

  mutating func blend(with other: ColorHistogram, share: Float) {
    var squares: Float = 0
    for index in roots.indices {
      roots[index] = roots[index] * (1 - share) + other.roots[index] * share
      squares += roots[index] * roots[index]
    }
    guard squares > 0 else { return }
    let scale = 1 / squares.squareRoot()
    for index in roots.indices { roots[index] *= scale }
  }

  private static func pixels(_ low: Double, _ high: Double, of extent: Int) -> Range<Int>? {
    let first = Int(min(max(low, 0), Double(extent)))
    let end = Int(min(max(high, 0), Double(extent)))
    return end - first >= minSize ? first..<end : nil
  }
}

/// Assigns colours to 192 bins of hue (12 of 30 degrees), saturation (4) and value (4), by the usual hexcone model on
/// bytes, hue in steps of two degrees as in OpenCV.
struct HSVBins: Sendable {
  static let count = 192
  static let shared = HSVBins()

  /// 255 and 30 over every byte, in 1/4096, for dividing by multiplication; 0 for 0.
  private let saturationFactors = factors(255)
  private let hueFactors = factors(30)

  private static func factors(_ dividend: Float) -> [Int32] {
    [0] + (1..<256).map { (divisor: Int) -> Int32 in Int32((dividend * 4096 / Float(divisor)).rounded()) }
  }

  /// Counts the colours, each with red in its lowest byte, then green and blue.
  func count(_ colors: UnsafeBufferPointer<UInt32>, into counts: UnsafeMutableBufferPointer<Int32>) {
    saturationFactors.withUnsafeBufferPointer { saturationFactors in
      hueFactors.withUnsafeBufferPointer { hueFactors in
        for color in colors {
          let red = Int32(truncatingIfNeeded: color & 255)
          let green = Int32(truncatingIfNeeded: color &>> 8 & 255)
          let blue = Int32(truncatingIfNeeded: color &>> 16 & 255)
          let value = max(red, max(green, blue))
          let chroma = value &- min(red, min(green, blue))
          let saturation = (chroma &* saturationFactors[Int(value)] &+ 2048) &>> 12
          // No branches: which channel is the largest changes from pixel to pixel.
          let notRed: Int32 = value == green ? blue &- red &+ 2 &* chroma : red &- green &+ 4 &* chroma
          let offset = value == red ? green &- blue : notRed
          // Half a circle is 90; a red that leans to blue comes out below 0.
          let hue = (offset &* hueFactors[Int(chroma)] &+ 2048) &>> 12
          let wrapped = hue &+ ((hue &>> 31) & 180)
          // A fifteenth by multiplication, exact up to 255.
          let bin = ((wrapped &* 274) &>> 12) &* 16 &+ (saturation &>> 6) &* 4 &+ (value &>> 6)
          counts[Int(bin)] &+= 1
        }
      }
    }
  }
}
