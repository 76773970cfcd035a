import VisionConcurrency

/// The room on the disk that a run's results take while they are written.
final class ResultRoom: Sendable {
  private struct State {
    var bytes = 0
    var isReleased = false
  }

  private let disk: DiskRoom
  private let state = Locked(State())

  init(disk: DiskRoom) { self.disk = disk }

  /// Takes room for further bytes.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there is none left; nothing is taken then.
  func take(_ count: Int) throws {
    try state.withLock { state in
      try disk.take(count)
      // A run that is removed may still write its last line.
      if state.isReleased { disk.giveBack(count) } else { state.bytes += count }
    }
  }

  /// Gives back what was taken and not used.
  func giveBack(_ count: Int) {
    state.withLock { state in
      guard !state.isReleased else { return }
      state.bytes -= count
      disk.giveBack(count)
    }
  }

  /// Gives back everything; the results are removed.
  func release() {
    state.withLock { state in
      guard !state.isReleased else { return }
      state.isReleased = true
      disk.giveBack(state.bytes)
    }
  }
}
