import VisionMedia

/// A batch that cannot go on because of its folder.
struct BatchFolderFailure: Error {
  enum Cause {
    /// A file cannot be written; the same command continues.
    case writing
    case reading
  }

  let cause: Cause
  let error: TasksError

  init(_ cause: Cause, _ error: TasksError) { (self.cause, self.error) = (cause, error) }

  static func damaged(_ path: String, _ line: [UInt8]) -> BatchFolderFailure {
    let text = String(decoding: line.prefix(80), as: UTF8.self).escapingControlCharacters
    return unreadable(
      "\(path) is damaged: \"\(text)\" is not what a batch writes. Start the batch again in another folder.")
  }

  static func unreadable(_ message: String, _ code: TasksErrorCode = .dataLossError) -> BatchFolderFailure {
    BatchFolderFailure(.reading, TasksError(code, message))
  }
}

enum BatchJSON {
  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], of path: String
  ) throws(BatchFolderFailure) -> Value {
    do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch { throw .damaged(path, bytes) }
  }
}

final class FolderLines {
  let path: String
  private let lines: LineReader

  init(path: String) throws(BatchFolderFailure) {
    self.path = path
    do { lines = try LineReader(path: path) } catch { throw BatchFolderFailure(.reading, error) }
  }

  func next() throws(BatchFolderFailure) -> [UInt8]? {
    do { return try lines.next() } catch { throw BatchFolderFailure(.reading, error) }
  }
}

final class StagedLines {
  private static let capacity = 1 << 16

  private let path: String
  private let file: UnfinishedFile
  private var buffer = Data()

  init(path: String) throws {
    self.path = path
    file = try BatchFolder.writing(path) { try UnfinishedFile(for: path) }
  }

  func add(_ line: [UInt8]) throws {
    buffer.append(contentsOf: line)
    try add(contentsOf: Data("\n".utf8))
  }

  func add(contentsOf lines: Data) throws {
    buffer.append(lines)
    if buffer.count >= Self.capacity { try flush() }
  }

  private func flush() throws {
    try BatchFolder.writing(path) { try buffer.write(to: file.descriptor) }
    buffer.removeAll(keepingCapacity: true)
  }

  @discardableResult func publish() throws -> FileSeal {
    try flush()
    let seal = try FileSeal(of: file.path)
    try BatchFolder.writing(path) { try file.publishDurably() }
    return seal
  }
}
