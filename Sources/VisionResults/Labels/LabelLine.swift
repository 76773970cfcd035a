import Foundation

/// A line of JSON with a frame's results, as far as labels are concerned.
package struct LabelLine: DecodableWithConfiguration {
  package let file: String?
  package let frame: Int
  /// Nil for an image.
  package let timestampMs: Int?
  /// The frame's size, where the line has it.
  package let size: FrameSize?
  private let parts: [(any OutputPart)?]
  private let format: OutputFormat

  package init(from decoder: any Decoder, configuration format: OutputFormat) throws {
    let json = try OutputDecoder(decoder)
    self.format = format
    file = try json.container.decodeIfPresent(String.self, forKey: "file")
    frame = try json.container.decode(Int.self, forKey: "frame")
    timestampMs = json.time
    let width = try json.container.decodeIfPresent(Int.self, forKey: "width")
    let height = try json.container.decodeIfPresent(Int.self, forKey: "height")
    size = width.flatMap { width in height.map { FrameSize(width: width, height: $0) } }
    // Far beyond what images and videos have, and far from overflows.
    let numbers = [frame, width ?? 1, height ?? 1]
    guard numbers.allSatisfy((0...Int(Int32.max)).contains) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "No frame and no size are \(numbers)."))
    }
    parts = try format.parts.map { $0.labels(.all) == nil ? nil : try $0.decode(from: json) }
  }

  package init(_ bytes: Data, _ format: OutputFormat) throws {
    self = try JSONDecoder().decode(LabelLine.self, from: bytes, configuration: format)
  }

  package func objects(_ size: FrameSize, _ choice: KeypointChoice) -> [LabelObject] {
    format.labels(of: parts, size, choice)
  }
}
