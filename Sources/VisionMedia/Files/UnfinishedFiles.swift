import Foundation

/// The temporary paths of all files that are being written.
///
/// A process that must exit at once removes the files with `removeAll()`. All code that creates, renames or removes such files
/// uses this class, so that none appears afterwards.
///
/// `@unchecked Sendable` is safe because the paths are accessed under the lock. It is an `NSLock` rather than `Locked` because
/// `removeAll()` acquires it with a timeout.
package final class UnfinishedFiles: @unchecked Sendable {
  package static let shared = UnfinishedFiles()

  /// How long `removeAll()` waits for a write or rename in progress, in seconds.
  private static let timeout: TimeInterval = 1

  private let lock = NSLock()
  private var paths: Set<String> = []

  package init() {}

  /// Creates a file with a closure, and records its path unless the closure throws.
  package func create<Value, Failure>(_ path: String, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    let value = try make()
    paths.insert(path)
    return value
  }

  /// Renames a complete file to its destination.
  package func publish(_ path: String, as destination: String) throws(FileFailure) {
    lock.lock()
    defer { lock.unlock() }
    guard rename(path, destination) == 0 else { throw FileFailure() }
    paths.remove(path)
  }

  /// Removes an unfinished file.
  package func remove(_ path: String) {
    lock.withLock {
      unlink(path)
      paths.remove(path)
    }
  }

  /// Keeps a file under its current name.
  package func keep(_ path: String) { _ = lock.withLock { paths.remove(path) } }

  /// Runs a short operation that `removeAll()` must not interrupt, such as writing a line.
  package func withoutEnd<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// Removes all files, for a process that exits right afterwards. It keeps the lock, so that no other thread creates or renames
  /// one.
  package func removeAll() {
    guard lock.lock(before: Date(timeIntervalSinceNow: Self.timeout)) else { return }
    for path in paths { unlink(path) }
  }
}
