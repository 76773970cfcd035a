/// Assigns colours to 192 bins of hue (12), saturation (4) and value (4).
///
/// Source: the usual hexcone model on bytes, hue in steps of two degrees as in OpenCV. Each hue bin spans 30 degrees,
/// each of the others a quarter of its range.
struct HSVBins: Sendable {
  static let count = 192
  static let shared = HSVBins()

  /// 255 and 30 over every byte, in 1/4096, for dividing by multiplication; 0 for 0.
  private let saturationFactors: [Int32]
  private let hueFactors: [Int32]

  private init() {
    saturationFactors = Self.factors(255)
    hueFactors = Self.factors(30)
  }

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
          let turned = hue &+ ((hue &>> 31) & 180)
          // A fifteenth by multiplication, exact up to 255.
          let bin = ((turned &* 274) &>> 12) &* 16 &+ (saturation &>> 6) &* 4 &+ (value &>> 6)
          counts[Int(bin)] &+= 1
        }
      }
    }
  }
}
