import VisionImaging

/// Tells images in which nothing can be seen, such as those of a covered lens: detectors see beds in plain grey.
enum PlainPicture {
  private static let sampler = AreaSampler(columns: 16, rows: 16, taps: 8)
  /// The maximum number of levels of a channel, of 255, between the brightest and the darkest part.
  private static let largestRange = 8

  static func isPlain(_ image: ImageBuffer) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: sampler.columns * sampler.rows) { cells in
      guard sampler.sample(x: 0..<image.width, y: 0..<image.height, of: image, into: cells) else { return true }
      return [0, 8, 16].allSatisfy { (shift: UInt32) in
        var (least, most) = (UInt32(255), UInt32(0))
        for cell in cells {
          let value = cell >> shift & 255
          (least, most) = (min(least, value), max(most, value))
        }
        return most - least <= largestRange
      }
    }
  }
}
