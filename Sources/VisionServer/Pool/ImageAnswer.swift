import VisionImaging
import VisionResults

/// What a task found in an image.
struct ImageAnswer: Sendable {
  let output: any TaskOutput
  /// The image's size in pixels.
  let width: Int
  let height: Int
  /// Tolerated defects of the image, a sentence each.
  var warnings: [String] = []

  /// The memory of the masks, in bytes.
  var maskBytes: Int {
    output.masks.reduce(0) { $0 + $1.width * $1.height * MemoryLayout<Float>.size }
  }
}
