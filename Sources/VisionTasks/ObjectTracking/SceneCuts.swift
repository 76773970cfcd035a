import VisionImaging
import VisionResults

/// Recognizes hard cuts of a video, after which objects that are not detected are gone, not hidden.
///
/// Compares frames as grids of mean colours. A camera's movement changes a grid by a few levels from frame to frame, another scene by
/// tens.
struct SceneCuts {
  private static let sampler = AreaSampler(columns: 16, rows: 16, taps: 8)
  /// Minimum mean difference of a channel at a cut, in levels of 255.
  private static let minDifference = 25

  private var last: [UInt32]?

  /// Whether the scene of a frame differs from that of the previous frame.
  mutating func isCut(at image: ImageBuffer) -> Bool {
    var grid = [UInt32](repeating: 0, count: Self.sampler.columns * Self.sampler.rows)
    let isSampled = grid.withUnsafeMutableBufferPointer {
      Self.sampler.sample(x: 0..<image.width, y: 0..<image.height, of: image, into: $0)
    }
    guard isSampled else { return false }
    defer { last = grid }
    guard let last else { return false }
    var difference = 0
    for (cell, other) in zip(grid, last) {
      for shift: UInt32 in [0, 8, 16] { difference += abs(Int(cell >> shift & 255) - Int(other >> shift & 255)) }
    }
    return difference > Self.minDifference * 3 * grid.count
  }
}

extension [TrackedObject] {
  /// The objects that exist after a frame: at a hard cut only the detected ones.
  func visible(afterCut isCut: Bool) -> [TrackedObject] { isCut ? filter { $0.missedUpdates == 0 } : self }
}
