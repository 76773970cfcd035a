import Testing

@testable import VisionMedia

@Suite("Times of live sources")
struct LiveClockTests {
  /// What the clock makes of frames sent at and arriving at such milliseconds.
  static func times(_ frames: [(sent: Int?, arrival: Int)], restartBefore: Int? = nil) -> [Int] {
    var clock = LiveClock()
    let start = ContinuousClock.now
    return frames.enumerated().map { index, frame in
      if index == restartBefore { clock.restart() }
      return clock.advance(sent: frame.sent, arrival: start.advanced(by: .milliseconds(frame.arrival)))
    }
  }

  @Test("the sender's clock counts, however unevenly frames arrive")
  func sender() {
    #expect(Self.times([(900, 0), (940, 300), (980, 301), (1020, 302)]) == [0, 40, 80, 120])
  }

  @Test("without a sender's clock the arrival counts, and still every time is new")
  func arrival() {
    #expect(Self.times([(nil, 0), (nil, 33), (nil, 33), (nil, 70)]) == [0, 33, 34, 71])
  }

  @Test("a clock that jumps back, far ahead, or stands still gives way to the time that passed")
  func jumps() {
    #expect(Self.times([(5000, 0), (5040, 40), (0, 80), (40, 120)]) == [0, 40, 80, 120])
    #expect(Self.times([(0, 0), (3_600_000, 40), (3_600_040, 80)]) == [0, 40, 80])
    #expect(Self.times([(7, 0), (7, 40), (.min, 80), (.max, 120)]) == [0, 40, 80, 120])
    #expect(Self.times([(0, 0), (9000, 1)]) == [0, 9000])
  }

  @Test("after a reconnection the pause counts, then the new sender's clock")
  func restart() {
    #expect(Self.times([(100, 0), (140, 40), (150, 2040), (190, 2041)], restartBefore: 2) == [0, 40, 2040, 2080])
  }
}
