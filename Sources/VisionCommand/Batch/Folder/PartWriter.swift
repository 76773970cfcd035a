import VisionMedia

/// Writes the results and errors of a part, in the order of its inputs. Without `commit()` nothing changes.
final class PartWriter {
  let part: Int

  private let folder: BatchFolder
  private let results: StagedLines
  private let record: PartRecordWriter
  private let older: PartRows?
  private var hasHeading = false

  /// With `isRetry` the part is finished, and results of inputs that had failed are added.
  init(_ part: Int, in folder: BatchFolder, isRetry: Bool) throws {
    (self.part, self.folder) = (part, folder)
    results = try StagedLines(path: folder.files(part).staged)
    record = try PartRecordWriter(folder.files(part))
    older = isRetry ? try PartRows(path: folder.files(part).results, format: folder.format) : nil
    if let heading = older?.heading { try add(heading: heading) }
  }

  func add(_ text: UnitText, number: Int) throws {
    try skipOlder(of: number)
    if let heading = text.heading { try add(heading: Array(heading.utf8)) }
    try text.write(to: results)
  }

  func add(_ failure: FailedInput) throws {
    try skipOlder(of: failure.number)
    try record.add(try JSONText.line(failure))
  }

  /// Gives the record its name; then the results are moved to their place, by the next run if this one is killed.
  func commit() throws {
    try copyOlder(before: .max)
    try record.publish(try results.publish())
    try folder.moveResults(of: part)
  }

  private func add(heading: [UInt8]) throws {
    guard !hasHeading else { return }
    hasHeading = true
    try results.add(heading)
  }

  private func copyOlder(before number: Int) throws {
    while let row = try older?.next(before: number) { try results.add(row) }
  }

  /// Copies older results up to those of an input, which give way to its new one.
  private func skipOlder(of number: Int) throws {
    try copyOlder(before: number)
    while try older?.next(before: number + 1) != nil {}
  }
}

final class PartRows {
  let heading: [UInt8]?
  private(set) var number = 0
  private let lines: FolderLines
  private let format: BatchFormat
  private var waiting: (number: Int, row: [UInt8])?

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
