import VisionMedia

/// Lines of one of the batch's files, which gets its name when it is complete.
final class StagedLines {
  private let path: String
  private let file: UnfinishedFile
  private let output: BufferedLines

  /// - Throws: `BatchFolderFailure`.
  init(path: String) throws {
    self.path = path
    file = try BatchFolder.writing(path) { () throws(FileFailure) in try UnfinishedFile(for: path) }
    output = BufferedLines(file.descriptor)
  }

  /// Adds a line, without its line feed.
  ///
  /// - Throws: `BatchFolderFailure`.
  func add(_ line: [UInt8]) throws { try write { (output) throws(FileFailure) in try output.add(line) } }

  /// Adds lines by a function.
  ///
  /// - Throws: `BatchFolderFailure`.
  func write(_ body: (BufferedLines) throws(FileFailure) -> Void) throws {
    try BatchFolder.writing(path) { () throws(FileFailure) in try body(output) }
  }

  /// Gives the file its name.
  ///
  /// - Returns: The seal of what was written.
  /// - Throws: `BatchFolderFailure`.
  @discardableResult
  func publish() throws -> FileSeal {
    try write { (output) throws(FileFailure) in try output.flush() }
    let seal = try FileSeal(of: file.path)
    try BatchFolder.writing(path) { () throws(FileFailure) in try file.publishDurably() }
    return seal
  }
}
