import Foundation
import VisionOutput

/// Writes results as comma-separated values (RFC 4180): a header, then a row a landmark or box.
final class CSVSink: ResultSink {
  private let file: ResultFile
  private var hasHeader = false

  /// - Parameters:
  ///   - path: The file, or `-` for standard output.
  ///   - stop: Ends the waiting for the reader of a pipe.
  /// - Throws: `TasksError` with `permissionDeniedError` when the file cannot be written.
  init(path: String, stop: StopSignal = .shared) throws { file = try ResultFile(path: path, stop: stop) }

  func write(_ result: InputResult) throws {
    let table = OutputTable(result.output)
    if !hasHeader {
      try file.write(Self.row(["file", "frame", "timestamp_ms"] + table.columns))
      hasHeader = true
    }
    let place = [result.source.description, "\(result.frame.index)", result.timestamp.map { "\($0)" } ?? ""]
    for row in table.rows { try file.write(Self.row(place + row)) }
    // A camera has no end at which its results could take the place of older ones.
    if result.isLive { try file.noteGoodInput() }
  }

  func end(isGood: Bool) throws { if isGood { try file.noteGoodInput() } }

  func close() throws { try file.close() }

  /// A row's text without its line end; fields with commas, quotes or line ends are quoted.
  static func row(_ fields: [String]) -> String {
    fields.map { field in
      // Bytes, since a carriage return and a line feed are one character together.
      field.utf8.contains(where: { Array(",\"\r\n".utf8).contains($0) }) ? quoted(field) : field
    }.joined(separator: ",")
  }

  /// By scalars: as characters, a quotation mark and a combining mark after it are another one.
  private static func quoted(_ field: String) -> String {
    let parts = field.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }
}
