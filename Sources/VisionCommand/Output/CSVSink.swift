import Foundation
import VisionResults

/// Writes results as CSV (RFC 4180): a header, then one row per landmark or box.
final class CSVSink: ResultSink {
  private let file: ResultFile
  private var hasHeader = false

  /// - Parameters:
  ///   - path: The file, or `-` for standard output.
  ///   - stop: Cancels waiting for a pipe's reader.
  /// - Throws: `TasksError` with `permissionDeniedError` when the file cannot be written.
  init(path: String, stop: StopSignal = .shared) throws { file = try ResultFile(path: path, stop: stop) }

  func write(_ result: InputResult) throws {
    let table = OutputTable(result.output)
    if !hasHeader {
      try file.write(Self.row(Self.placeColumns + table.columns))
      hasHeader = true
    }
    let place = Self.place(
      file: result.frame.file ?? result.source.description, frame: result.frame.index, time: result.timestamp)
    for row in table.rows { try file.write(Self.row(place + row)) }
    // A live input has no end, so its results replace an older file at once.
    if result.isLive { try file.noteGoodInput() }
  }

  func end(isGood: Bool) throws { if isGood { try file.noteGoodInput() } }

  func close() throws { try file.close() }

  /// The columns that say where a row is from.
  static let placeColumns = CSVLine.placeColumns

  /// The fields of these columns; the time is in milliseconds, nil for an image.
  static func place(file: String, frame: Int, time: Int?) -> [String] {
    CSVLine.place(file: file, frame: frame, time: time)
  }

  /// A row without its line break.
  static func row(_ fields: [String]) -> String { CSVLine.text(fields) }
}
