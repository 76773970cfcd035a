import Foundation

/// The room on the disk that a run's results take while they are written.
///
/// Sendable: the count is touched under the lock only.
final class ResultRoom: @unchecked Sendable {
  private let disk: DiskRoom
  private let lock = NSLock()
  private var bytes = 0
  private var isReleased = false

  init(disk: DiskRoom) { self.disk = disk }

  /// Takes room for further bytes.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there is none left; nothing is taken then.
  func take(_ count: Int) throws {
    try lock.withLock {
      try disk.take(count)
      // A run that is removed may still write its last line.
      if isReleased { disk.giveBack(count) } else { bytes += count }
    }
  }

  /// Gives back what was taken and not used.
  func giveBack(_ count: Int) {
    lock.withLock {
      guard !isReleased else { return }
      bytes -= count
      disk.giveBack(count)
    }
  }

  /// Gives back everything; the results are removed.
  func release() {
    lock.withLock {
      guard !isReleased else { return }
      isReleased = true
      disk.giveBack(bytes)
    }
  }
}
