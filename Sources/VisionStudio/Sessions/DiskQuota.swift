import VisionCore

/// A limit on disk space: of one job's results, of a visitor, or of all together.
final class DiskQuota: Sendable {
  private struct State {
    var bytes = 0
    var isClosed = false
  }

  private let limit: Int
  private let parent: DiskQuota?
  private let state = Locked(State())

  init(limit: Int = .max, within parent: DiskQuota? = nil) { (self.limit, self.parent) = (limit, parent) }

  var reserved: Int { state.withLock { $0.bytes } }

  func reserve(_ count: Int) throws {
    try state.withLock { state in
      guard !state.isClosed else { throw TasksError.notFound("This session has ended; reload the page.") }
      let (sum, overflows) = state.bytes.addingReportingOverflow(count)
      guard !overflows, sum <= limit else {
        throw TasksError(
          .resourceExhaustedError,
          "\(parent == nil ? "All files" : "Your files") and their results together would take more than "
            + "\(limit / 1_000_000) MB; remove some and try again.")
      }
      try parent?.reserve(count)
      state.bytes = sum
    }
  }

  func release(_ count: Int) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.bytes -= count
      parent?.release(count)
    }
  }

  /// Releases everything; further reservations fail.
  func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      parent?.release(state.bytes)
      state.bytes = 0
    }
  }
}
