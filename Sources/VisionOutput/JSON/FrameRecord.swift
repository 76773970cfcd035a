import Foundation
import VisionResults

/// One frame's output as a line of JSON Lines.
///
/// Numbers have the shortest decimal form that restores the float32 value. Keys are sorted, so that equal outputs have
/// equal bytes.
package struct FrameRecord: Encodable {
  /// The input's number in a batch; nil for other runs.
  package let number: Int?
  /// The input's name; nil for a single input.
  package let file: String?
  /// The index of the frame, from 0.
  package let frame: Int
  /// The frame's time in milliseconds; nil for an image.
  package let timestampMs: Int?
  /// The task's output.
  package let output: any TaskOutput
  /// The files of the masks, in the order of the subjects; nil when none are written.
  package let maskFiles: [String]?
  /// Tolerated defects of the image, a sentence each; the key is absent without any.
  package let warnings: [String]

  package init(
    number: Int? = nil, file: String?, frame: Int, timestampMs: Int?, output: any TaskOutput,
    maskFiles: [String]? = nil, warnings: [String] = []
  ) {
    self.number = number
    self.file = file
    self.frame = frame
    self.timestampMs = timestampMs
    self.output = output
    self.maskFiles = maskFiles
    self.warnings = warnings
  }

  private enum CodingKeys: String, CodingKey {
    case number, file, frame, task, timestampMs, warnings
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(number, forKey: .number)
    try container.encodeIfPresent(file, forKey: .file)
    try container.encode(frame, forKey: .frame)
    try container.encode(output.format.task, forKey: .task)
    // An explicit null: the schema requires the key for images, too.
    try container.encode(timestampMs, forKey: .timestampMs)
    if !warnings.isEmpty { try container.encode(warnings, forKey: .warnings) }
    try OutputJSON(output: output, maskFiles: maskFiles).encode(to: encoder)
  }

  /// The line without its line feed.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
