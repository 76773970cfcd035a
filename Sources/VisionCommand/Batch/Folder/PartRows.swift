/// Reads the lines of a finished part with the numbers of their inputs.
final class PartRows {
  /// The first line of a format that has one; nil otherwise and in an empty part.
  let heading: [UInt8]?
  /// The number of the input of the row returned last.
  private(set) var number = 0
  private let lines: FolderLines
  private let format: BatchFormat
  private var waiting: (number: Int, row: [UInt8])?

  /// - Throws: `BatchFolderFailure` for a part that is damaged.
  init(path: String, format: BatchFormat) throws(BatchFolderFailure) {
    lines = try FolderLines(path: path)
    self.format = format
    guard let first = try Self.row(of: lines, format) else {
      heading = nil
      return
    }
    let number = try format.number(of: first, of: path)
    heading = number == nil ? first : nil
    if let number { waiting = (number, first) }
  }

  /// Returns the next row if its input's number is lower than a limit; nil otherwise and at the end.
  func next(before limit: Int) throws(BatchFolderFailure) -> [UInt8]? {
    if waiting == nil, let row = try Self.row(of: lines, format) {
      guard let number = try format.number(of: row, of: lines.path) else { throw .damaged(lines.path, row) }
      waiting = (number, row)
    }
    guard let (number, row) = waiting, number < limit else { return nil }
    (self.number, waiting) = (number, nil)
    return row
  }

  private static func row(of lines: FolderLines, _ format: BatchFormat) throws(BatchFolderFailure) -> [UInt8]? {
    guard var row = try lines.next() else { return nil }
    while format.isIncomplete(row), let more = try lines.next() { row += [UInt8(ascii: "\n")] + more }
    return row
  }
}
