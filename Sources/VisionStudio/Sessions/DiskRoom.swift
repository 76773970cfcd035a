import Foundation
import VisionErrors

/// Room on the disk, of all visitors together or of one of them.
///
/// Sendable: the counts are touched under the lock only.
final class DiskRoom: @unchecked Sendable {
  private let limit: Int
  /// The room of which this is a part; nil for the whole.
  private let whole: DiskRoom?
  private let lock = NSLock()
  private var bytes = 0
  private var isClosed = false

  /// - Parameters:
  ///   - limit: How many bytes there are.
  ///   - whole: The room of all visitors, for the room of one.
  init(limit: Int, within whole: DiskRoom? = nil) {
    self.limit = limit
    self.whole = whole
  }

  /// How many bytes are taken.
  var taken: Int { lock.withLock { bytes } }

  /// Takes room.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there is none left.
  func take(_ count: Int) throws {
    try lock.withLock {
      guard !isClosed else { throw TasksError.notFound("This visit is over; load the page again.") }
      let (sum, overflows) = bytes.addingReportingOverflow(count)
      guard !overflows, sum <= limit else {
        throw TasksError(
          .resourceExhaustedError,
          "\(whole == nil ? "All files" : "Your files") and their results together would take more than "
            + "\(limit / 1_000_000) MB; remove some and try again.")
      }
      try whole?.take(count)
      bytes = sum
    }
  }

  /// Gives room back.
  func giveBack(_ count: Int) {
    lock.withLock {
      guard !isClosed else { return }
      bytes -= count
      whole?.giveBack(count)
    }
  }

  /// Gives all room back; nothing more can be taken.
  func close() {
    lock.withLock {
      guard !isClosed else { return }
      isClosed = true
      whole?.giveBack(bytes)
      bytes = 0
    }
  }
}
