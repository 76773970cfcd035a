import VisionTasks

/// Reads the lines of one of a batch's own files.
final class FolderLines {
  let path: String
  private let lines: LineReader

  /// - Throws: `BatchFolderFailure` for a file that cannot be opened.
  init(path: String) throws(BatchFolderFailure) {
    self.path = path
    do { lines = try LineReader(path: path) } catch { throw BatchFolderFailure(.reading, error) }
  }

  /// Returns the next line without its line feed; nil at the end.
  ///
  /// - Throws: `BatchFolderFailure` for a file that cannot be read.
  func next() throws(BatchFolderFailure) -> [UInt8]? {
    do { return try lines.next() } catch { throw BatchFolderFailure(.reading, error) }
  }

  /// Returns the next line's value; nil at the end.
  ///
  /// - Throws: `BatchFolderFailure` for a line that is none.
  func next<Value: Decodable>(_ type: Value.Type) throws(BatchFolderFailure) -> Value? {
    guard let line = try next() else { return nil }
    return try BatchJSON.decode(type, from: line, of: path)
  }
}
