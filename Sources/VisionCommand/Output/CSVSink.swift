import Foundation

/// Writes results as comma-separated values (RFC 4180): a header, then a row a landmark or box.
final class CSVSink: ResultSink {
  private let writer: LineWriter
  private var hasHeader = false

  /// - Parameter path: The file, or `-` for standard output.
  /// - Throws: `TasksError` with `permissionDeniedError` when the file cannot be written.
  init(path: String) throws { writer = try LineWriter(path: path) }

  func write(_ result: InputResult) throws {
    if !hasHeader {
      let columns = ["file", "frame", "timestamp_ms"] + type(of: result.findings).csvColumns
      try writer.write(Self.row(columns))
      hasHeader = true
    }
    let place = [result.source.description, "\(result.frame.index)", result.timestamp.map { "\($0)" } ?? ""]
    for row in result.findings.csvRows { try writer.write(Self.row(place + row)) }
  }

  /// A row's text without its line end; fields with commas, quotes or line ends are quoted.
  static func row(_ fields: [String]) -> String {
    fields.map { field in
      // Bytes, since a carriage return and a line feed are one character together.
      field.utf8.contains(where: { Array(",\"\r\n".utf8).contains($0) })
        ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
    }.joined(separator: ",")
  }
}
