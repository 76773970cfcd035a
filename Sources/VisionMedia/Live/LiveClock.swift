/// Increasing timestamps of a live source. The sender's clock may restart after a reconnection, jump, or be missing; then the
/// elapsed time is used instead.
struct LiveClock {
  /// The maximum lead of the sender's clock in milliseconds; beyond it the clock has jumped. A burst of buffered packets is
  /// shorter.
  private static let maxLead = 10_000

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
        if !overflows, sentStep > 0, sentStep - passed <= Self.maxLead { step = sentStep }
      }
      timestamp = last.timestamp.saturatingAdd(max(step, 1))
    }
    last = (timestamp, sent, arrival)
    return timestamp
  }

  /// Marks that the sender's times restart.
  mutating func restart() { last?.sent = nil }
}
