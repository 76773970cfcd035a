import VisionTasks

/// Writes embeddings as a NumPy array with a row for each frame, and beside a file the rows' names as CSV.
/// Rows are spooled to a temporary file, since the array begins with their number.
final class NPYSink: ResultSink {
  private let file: ResultFile
  private let names: ResultFile?
  private let rows: SpooledText
  private var array = NPYArray()

  init(path: String, stop: StopSignal = .shared) throws {
    file = try ResultFile(path: path, appearsWhole: true, stop: stop)
    names = try Self.namesPath(of: path).map { try ResultFile(path: $0, appearsWhole: true, stop: stop) }
    rows = try SpooledText()
    try names?.write(CSVLine.text(CSVLine.placeColumns))
  }

  /// The path of the rows' names; nil for standard output and open files.
  static func namesPath(of path: String) -> String? { OpenDescriptor.number(of: path) == nil ? path + ".csv" : nil }

  func write(_ result: InputResult) throws {
    guard let row = try array.row(of: result.output) else { return }
    try rows.write(contentsOf: row)
    try names?.write(CSVLine.text(result.place))
  }

  func end(isGood: Bool) throws { if isGood { try noteGoodInput() } }

  func close() throws {
    // Partial results are better than no file.
    if array.rowCount > 0, file.replacesNothing { try noteGoodInput() }
    try file.write(contentsOf: array.header)
    try rows.copy(to: file)
    try names?.close()
    try file.close()
  }

  private func noteGoodInput() throws {
    try file.noteGoodInput()
    try names?.noteGoodInput()
  }
}
