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
    (output.masks ?? []).reduce(0) { $0 + $1.width * $1.height * MemoryLayout<Float>.size }
  }
}

/// An output whose masks were dropped, as soon as they were computed. They are the largest part of an output.
private struct UnmaskedOutput<Base: TaskOutput>: TaskOutput {
  static var format: OutputFormat { Base.format }
  let parts: [OutputPart]
}

extension TaskOutput {
  /// The output with a part of no masks in place of its masks.
  func withoutMasks() -> any TaskOutput {
    guard masks != nil else { return self }
    return UnmaskedOutput<Self>(
      parts: parts.map { part in
        if case .masks(let part) = part { .masks(MasksPart(key: part.key, [])) } else { part }
      })
  }
}
