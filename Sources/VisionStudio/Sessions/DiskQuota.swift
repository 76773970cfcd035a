import VisionCore

/// A limit on disk space, of one visitor or of all together.
final class DiskQuota: Sendable {
  private struct State {
    var bytes = 0
    var isClosed = false
  }

  private let limit: Int
  /// The enclosing quota; nil for the outermost.
  private let parent: DiskQuota?
  private let state = Locked(State())

  /// - Parameters:
  ///   - limit: The maximum number of bytes.
  ///   - parent: The quota of all visitors, for that of one; nil, the default, for none.
  init(limit: Int, within parent: DiskQuota? = nil) {
    self.limit = limit
    self.parent = parent
  }

  /// The number of reserved bytes.
  var reserved: Int { state.withLock { $0.bytes } }

  /// Reserves bytes.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when the limit would be exceeded; `notFoundError` after `close()`.
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

  /// Releases bytes.
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
