import Foundation
import VisionOutput

/// What the page gets for a frame: the result as in a line of results, masks for drawing, and how long it took.
struct LiveAnswer: Encodable {
  private let result: FrameRecord
  private let masks: [MaskPreview]
  private let decodingMs: Double
  private let inferenceMs: Double

  init(record: FrameRecord, masks: [MaskPreview], decoding: Duration, inference: Duration) {
    result = record
    self.masks = masks
    decodingMs = decoding / .milliseconds(1)
    inferenceMs = inference / .milliseconds(1)
  }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}
