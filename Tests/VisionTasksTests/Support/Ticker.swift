import Foundation

/// A task that wakes up every ten milliseconds, and how long it had to wait at most.
struct Ticker {
  private let task: Task<Duration, Never>

  /// Begins to tick.
  init() {
    task = Task {
      var (longest, last) = (Duration.zero, ContinuousClock.now)
      while !Task.isCancelled {
        // Ends early when the ticker is stopped, which is no gap.
        try? await Task.sleep(for: .milliseconds(10))
        let now = ContinuousClock.now
        (longest, last) = (max(longest, now - last), now)
      }
      return longest
    }
  }

  /// Stops and gives the longest time between two ticks.
  func longestGap() async -> Duration {
    task.cancel()
    return await task.value
  }
}
