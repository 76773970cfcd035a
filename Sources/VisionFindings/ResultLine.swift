import Foundation
import MediaPipeTasksVision

/// One frame's result as a line of JSON Lines.
///
/// Numbers are the shortest that give back the same 32-bit float. Keys are in alphabetical order, so that equal results
/// are equal bytes.
package struct ResultLine: Encodable {
  /// The input's name, when there are several.
  package let file: String?
  /// The position of the frame, from 0.
  package let frame: Int
  /// The frame's time; nil for a picture.
  package let timestampMs: Int?
  /// What was found.
  package let findings: any Findings
  /// The files of the masks, in the order of the people; nil when none are written.
  package let maskFiles: [String]?

  package init(
    file: String?, frame: Int, timestampMs: Int?, findings: any Findings, maskFiles: [String]? = nil
  ) {
    self.file = file
    self.frame = frame
    self.timestampMs = timestampMs
    self.findings = findings
    self.maskFiles = maskFiles
  }

  /// A mask in a result: its size and the file beside the result.
  private struct MaskFile: Encodable {
    let file: String
    let width: Int
    let height: Int
  }

  private enum CodingKeys: String, CodingKey {
    case file, frame, timestampMs, segmentationMasks
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(file, forKey: .file)
    try container.encode(frame, forKey: .frame)
    // An explicit null: the schema wants the key for pictures, too.
    try container.encode(timestampMs, forKey: .timestampMs)
    let masks = maskFiles.map {
      zip($0, findings.masks ?? []).map { MaskFile(file: $0, width: $1.width, height: $1.height) }
    }
    try container.encodeIfPresent(masks, forKey: .segmentationMasks)
    try findings.encode(to: encoder)
  }

  /// The line's text without its line end.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
