import VisionConcurrency
import VisionErrors

/// Room on the disk, of all visitors together or of one of them.
final class DiskRoom: Sendable {
  private struct State {
    var bytes = 0
    var isClosed = false
  }

  private let limit: Int
  /// The room of which this is a part; nil for the whole.
  private let whole: DiskRoom?
  private let state = Locked(State())

  /// - Parameters:
  ///   - limit: How many bytes there are.
  ///   - whole: The room of all visitors, for the room of one.
  init(limit: Int, within whole: DiskRoom? = nil) {
    self.limit = limit
    self.whole = whole
  }

  /// How many bytes are taken.
  var taken: Int { state.withLock { $0.bytes } }

  /// Takes room.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there is none left.
  func take(_ count: Int) throws {
    try state.withLock { state in
      guard !state.isClosed else { throw TasksError.notFound("This visit is over; load the page again.") }
      let (sum, overflows) = state.bytes.addingReportingOverflow(count)
      guard !overflows, sum <= limit else {
        throw TasksError(
          .resourceExhaustedError,
          "\(whole == nil ? "All files" : "Your files") and their results together would take more than "
            + "\(limit / 1_000_000) MB; remove some and try again.")
      }
      try whole?.take(count)
      state.bytes = sum
    }
  }

  /// Gives room back.
  func giveBack(_ count: Int) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.bytes -= count
      whole?.giveBack(count)
    }
  }

  /// Gives all room back; nothing more can be taken.
  func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      whole?.giveBack(state.bytes)
      state.bytes = 0
    }
  }
}
