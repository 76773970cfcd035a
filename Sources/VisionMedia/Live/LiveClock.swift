internal import CFFmpeg

/// Increasing timestamps of a live source. The sender's clock may restart after a reconnection, jump, or be missing;
/// then the elapsed time is used instead.
struct LiveClock {
  /// The lead of the sender's clock, in milliseconds, beyond which it has jumped. A burst of packets is shorter.
  private static let maxLead = 10_000
  private var last: (timestamp: Int, sent: Int?, arrival: ContinuousClock.Instant)?

  /// The time of the next frame in milliseconds since the first. `sent` is the sender's time, if there is one.
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

  mutating func restart() { last?.sent = nil }
}

/// Converts the times of a live source to milliseconds after its first frame. Unlike `VideoClock` it follows them back
/// in time, so that frames sent again after a reconnection are recognized.
final class StreamClock {
  private let timeBase: AVRational
  private let frameRate: VideoFrameRate?
  private var firstTime: Int64?

  init(timeBase: AVRational, frameRate: VideoFrameRate?) { (self.timeBase, self.frameRate) = (timeBase, frameRate) }

  /// To the nearest millisecond. A stream without times is taken to run at its rate, or at FFmpeg's 25 frames a second.
  func milliseconds(of frame: FFmpegFrame, index: Int) -> Int {
    guard let time = frame.time, timeBase.isPositive else {
      return Int(saturating: Double(index) * 1000 / (frameRate?.framesPerSecond ?? 25))
    }
    let first = firstTime ?? time
    firstTime = first
    let elapsed = time.subtractingReportingOverflow(first)
    if elapsed.overflow { return 0 }
    return Int(av_rescale_q_rnd(elapsed.partialValue, timeBase, .milliseconds, AV_ROUND_NEAR_INF))
  }
}
