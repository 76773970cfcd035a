/// Reads a file, or standard input, line by line.
package final class LineReader {
  private static let lineLimit = 1 << 24
  private static let chunkSize = 1 << 16

  /// The number of lines that were read.
  package private(set) var count = 0
  private let name: String
  private let descriptor: Int32
  private let isOwned: Bool
  private var buffer: [UInt8] = []
  /// The position of the next line in the buffer, and where the search for its end continues.
  private var start = 0
  private var searched = 0
  private var isAtEnd = false

  /// `-` is standard input.
  package init(path: String) throws(TasksError) {
    guard path != "-" else {
      (name, descriptor, isOwned) = ("Standard input", STDIN_FILENO, false)
      return
    }
    (name, isOwned) = (path, true)
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT
        ? TasksError.notFound("There is no file \(path).")
        : TasksError(.permissionDeniedError, "The file \(path) cannot be read: \(FileFailure().text).")
    }
  }

  deinit { if isOwned { close(descriptor) } }

  /// The next line without its end; nil after the last one.
  package func next() throws(TasksError) -> [UInt8]? {
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { (start, searched) = (end + 1, end + 1) }
        count += 1
        return Array(buffer[start..<end])
      }
      searched = buffer.count
      guard !isAtEnd else {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        count += 1
        return Array(buffer[start...])
      }
      try readChunk()
    }
  }

  private func readChunk() throws(TasksError) {
    buffer.removeFirst(start)
    searched -= start
    start = 0
    guard buffer.count <= Self.lineLimit else {
      throw TasksError.outOfRange("\(name) has a line of more than \(Self.lineLimit) bytes; one line is one entry.")
    }
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    let size: Int
    do { size = try Descriptor.read(descriptor, into: &chunk, count: chunk.count) } catch {
      throw TasksError(.dataLossError, "\(name) cannot be read: \(error.text).")
    }
    isAtEnd = size == 0
    buffer += chunk.prefix(size)
  }
}
