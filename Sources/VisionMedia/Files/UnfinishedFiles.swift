import Foundation

/// The temporary names of all files that are being written.
///
/// A process that has to end at once removes the files with `removeAll()`. Everything that creates, renames or removes
/// such a file uses this class, so that none appears afterwards.
// Sendable: the names are touched under the lock only.
package final class UnfinishedFiles: @unchecked Sendable {
  package static let shared = UnfinishedFiles()

  /// How long the end of the process waits for a line or a rename in progress, in seconds.
  private static let patience: TimeInterval = 1

  private let lock = NSLock()
  private var paths: Set<String> = []

  package init() {}

  /// Calls what makes a file, and remembers the file's name unless that throws.
  package func create<Value, Failure>(_ path: String, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    let value = try make()
    paths.insert(path)
    return value
  }

  /// Renames a whole file to its own name.
  package func publish(_ path: String, as destination: String) throws(FileFailure) {
    lock.lock()
    defer { lock.unlock() }
    guard rename(path, destination) == 0 else { throw FileFailure() }
    paths.remove(path)
  }

  /// Removes a file that will not be finished.
  package func remove(_ path: String) {
    lock.withLock {
      unlink(path)
      paths.remove(path)
    }
  }

  /// Lets a file stay under the name it has.
  package func keep(_ path: String) { _ = lock.withLock { paths.remove(path) } }

  /// Does something short that the end of the process must not cut in half, such as writing a line.
  package func withoutEnd<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// Removes all files for a process that ends right afterwards: whatever else would make or rename one waits for ever.
  package func removeAll() {
    guard lock.lock(before: Date(timeIntervalSinceNow: Self.patience)) else { return }
    for path in paths { unlink(path) }
  }
}
