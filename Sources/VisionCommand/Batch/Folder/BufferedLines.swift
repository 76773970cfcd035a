import Foundation
import VisionMedia

/// Writes lines to a file, many at a time.
final class BufferedLines {
  private static let capacity = 1 << 16

  private let descriptor: Int32
  private var buffer = Data()

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Adds a line, without its line feed.
  func add(_ line: some Sequence<UInt8>) throws(FileFailure) {
    buffer.append(contentsOf: line)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Adds complete lines.
  func add(contentsOf lines: Data) throws(FileFailure) {
    buffer.append(lines)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Writes what was added.
  func flush() throws(FileFailure) {
    try buffer.write(to: descriptor)
    buffer.removeAll(keepingCapacity: true)
  }
}
