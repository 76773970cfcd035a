import ArgumentParser
import VisionTasks

enum BatchFormat: String, CaseIterable, Codable {
  case jsonl, csv

  @Sendable static func parse(_ text: String) throws -> BatchFormat {
    if let format = BatchFormat(rawValue: text) { return format }
    throw ValidationError(
      text == "parquet"
        ? "--format is parquet, which vision does not write. Write jsonl and convert the folder: "
          + "python3 -m vision_worker.parquet FOLDER (docs/batch.md)."
        : "--format is \(text); allowed are \(allCases.map(\.rawValue).joined(separator: " and ")).")
  }

  private static let numberColumn = "input_number"

  /// The lines of a frame's output, without line feeds. A part begins with the heading, if the format has one.
  func lines(
    number: Int, input: InputFrames, frame: VideoFrame, output: any TaskOutput, hasSizes: Bool, isTracked: Bool
  ) throws -> (heading: String?, lines: [String]) {
    let name = input.source.description
    let time = input.isVideo ? frame.timestampInMilliseconds : nil
    switch self {
    case .jsonl:
      let record = FrameRecord(
        number: number, file: name, frame: frame.index, timestampMs: time, output: output,
        size: hasSizes ? frame.image.frameSize : nil)
      return (nil, [try record.json()])
    case .csv:
      let table = OutputTable(output, isTracked: isTracked)
      let place = ["\(number)"] + CSVLine.place(file: name, frame: frame.index, time: time)
      return (table.heading(after: [Self.numberColumn] + CSVLine.placeColumns), table.lines(after: place))
    }
  }

  /// The number of the input that a complete line belongs to; nil for a heading.
  func number(of line: [UInt8], of path: String) throws(BatchFolderFailure) -> Int? {
    switch self {
    case .jsonl: return try BatchJSON.decode(NumberedLine.self, from: line, of: path).number
    case .csv:
      let field = String(decoding: line.prefix(20).prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self)
      if field == Self.numberColumn { return nil }
      guard let number = Int(field) else { throw .damaged(path, line) }
      return number
    }
  }

  /// Whether a line goes on in the next one: a quoted field has a line feed.
  func isIncomplete(_ line: [UInt8]) -> Bool {
    self == .csv && !line.count(where: { $0 == UInt8(ascii: "\"") }).isMultiple(of: 2)
  }
}

private struct NumberedLine: Decodable { let number: Int }
