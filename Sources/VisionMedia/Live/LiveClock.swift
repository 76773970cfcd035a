/// Times of a live source that rise from frame to frame, whatever the sender's clock does. It may restart after a
/// reconnection, jump, or be missing; then the elapsed time replaces it.
struct LiveClock {
  /// A sender's clock that runs ahead of ours by more milliseconds has jumped; a burst of waiting packets accounts for
  /// less.
  private static let largestLead = 10_000

  private var last: (timestamp: Int, sent: Int?, arrival: ContinuousClock.Instant)?

  /// The time of the latest frame; nil before the first.
  var timestamp: Int? { last?.timestamp }

  /// The time of the next frame.
  ///
  /// - Parameters:
  ///   - sent: The sender's time in milliseconds; nil when it sends none.
  ///   - arrival: When the frame arrived.
  /// - Returns: Milliseconds since the first frame.
  mutating func advance(sent: Int?, arrival: ContinuousClock.Instant) -> Int {
    var timestamp = 0
    if let last {
      let passed = max(Int(saturating: (arrival - last.arrival) / .milliseconds(1)), 0)
      var step = passed
      if let sent, let lastSent = last.sent {
        let (sentStep, overflows) = sent.subtractingReportingOverflow(lastSent)
        if !overflows, sentStep > 0, sentStep - passed <= Self.largestLead { step = sentStep }
      }
      timestamp = last.timestamp.saturatingAdd(max(step, 1))
    }
    last = (timestamp, sent, arrival)
    return timestamp
  }

  /// Marks that the sender's times restart.
  mutating func restart() { last?.sent = nil }
}
