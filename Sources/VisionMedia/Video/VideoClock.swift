internal import CFFmpeg

/// Converts the timestamps of a video stream to times after its first frame.
/// A stream without times is taken to run at its rate, or at 25 frames a second, which is what FFmpeg assumes. Where
/// the stream's clock starts again, as in recordings that were joined, times go on a frame's length after the last one.
final class VideoClock {
  /// The seconds that a frame may go back without a new start of the clock: damaged streams go back, too.
  private static let backwardSeconds = 0.2
  /// The seconds that a frame may lie after the last one in a stream whose clock may jump; FFmpeg has the same.
  private static let forwardSeconds = 10.0
  let unit: AVRational
  private let isTimed: Bool
  private let frameLength: Int64
  /// The stream's own time of the first frame; nil as long as there was none with a time.
  var firstTime: Int64?
  private var lastTime: Int64 = -1
  private let backwardLimit: Int64
  /// Nil where a gap is a gap.
  private let forwardLimit: Int64?
  /// What the clock's new starts add to the stream's times.
  private var shift: Int64 = 0
  /// The shift before the last frame, if that frame changed it.
  private var earlierShift: Int64?
  /// Whether the stream's clock started again, so that one of its times may mean several frames.
  private(set) var hasRestarted = false

  /// `frameRate` is for frames without a time and the first one after a new start; `mayJump`: the clock may jump ahead.
  init(timeBase: AVRational, frameRate: VideoFrameRate?, mayJump: Bool = false) {
    let rate = frameRate.flatMap { AVRational($0) } ?? AVRational(num: 25, den: 1)
    let length = AVRational(num: rate.den, den: rate.num)
    isTimed = timeBase.isPositive
    unit = isTimed ? timeBase : length
    frameLength = isTimed ? max(av_rescale_q(1, length, timeBase), 1) : 1
    let second = isTimed ? Double(timeBase.den) / Double(timeBase.num) : 1
    backwardLimit = max(Int64(saturating: Self.backwardSeconds * second), 1)
    forwardLimit =
      mayJump ? max(Int64(saturating: Self.forwardSeconds * second), frameLength.saturatingMultiply(4)) : nil
  }

  /// The number of units from the first frame to this one; rises from frame to frame.
  func time(of frame: FFmpegFrame) -> Int64 {
    let next = lastTime < 0 ? 0 : lastTime.saturatingAdd(frameLength)
    var time = next
    if isTimed, let stamp = frame.time {
      let first = firstTime ?? stamp.subtractingReportingOverflow(next).partialValue
      firstTime = first
      let elapsed = stamp.subtractingReportingOverflow(first)
      time = elapsed.overflow ? next : continued(elapsed.partialValue, next)
    }
    // Damaged streams go back in time; timestamps must not.
    lastTime = max(time, lastTime.saturatingAdd(1))
    return lastTime
  }

  private func continued(_ elapsed: Int64, _ next: Int64) -> Int64 {
    let time = elapsed.saturatingAdd(shift)
    // After seeking there is no last frame.
    guard lastTime >= 0 else { return time }
    let earlier = earlierShift
    earlierShift = nil
    // A single frame of a wrong time: the clock goes on as before it.
    if let earlier, case let usual = elapsed.saturatingAdd(earlier), usual > lastTime,
      usual.saturatingSubtract(lastTime) < backwardLimit.saturatingAdd(frameLength)
    {
      shift = earlier
      return usual
    }
    let step = time.saturatingSubtract(lastTime)
    guard step < -backwardLimit || forwardLimit.map({ step > $0 }) == true else { return time }
    earlierShift = shift
    hasRestarted = true
    shift = next.saturatingSubtract(elapsed)
    return next
  }

  /// Accepts any time for the next frame, after seeking.
  func jump() { lastTime = -1 }

  func length(of frame: FFmpegFrame) -> Int64? {
    let length = vision_frame_duration(frame.pointer)
    return isTimed && length > 0 ? length : nil
  }

  func units(in time: VideoTime) -> Int64 {
    guard let scale = Int32(exactly: time.timescale), scale > 0 else { return 0 }
    let units = av_rescale_q_rnd(Int64(time.value), AVRational(num: 1, den: scale), unit, AV_ROUND_DOWN)
    return units == .min && time.value > 0 ? .max : units
  }

  func milliseconds(_ time: Int64) -> Int { Int(av_rescale_q_rnd(time, unit, .milliseconds, AV_ROUND_NEAR_INF)) }

  func videoTime(_ time: Int64) -> VideoTime {
    VideoTime(value: Int(time.saturatingMultiply(Int64(unit.num))), timescale: Int(unit.den))
  }
}

extension AVRational {
  init?(_ rate: VideoFrameRate) {
    guard let num = Int32(exactly: rate.numerator), let den = Int32(exactly: rate.denominator) else { return nil }
    self.init(num: num, den: den)
    guard isPositive else { return nil }
  }
}

/// Saturating arithmetic, for timestamps in containers, which may be any number.
extension FixedWidthInteger {
  package func saturatingAdd(_ other: Self) -> Self {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }

  func saturatingSubtract(_ other: Self) -> Self {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (other > 0 ? .min : .max) : difference
  }

  func saturatingMultiply(_ other: Self) -> Self {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? ((self < 0) == (other < 0) ? .max : .min) : product
  }

  init(saturating value: Double) {
    if let exact = Self(exactly: value.rounded()) {
      self = exact
    } else {
      self = value.isNaN ? 0 : value > 0 ? .max : .min
    }
  }
}

extension VideoTime {
  func units(of scale: Int) -> Int64? {
    guard let own = Int32(exactly: timescale), own > 0, let other = Int32(exactly: scale), other > 0 else { return nil }
    let units = av_rescale_q(Int64(value), AVRational(num: 1, den: own), AVRational(num: 1, den: other))
    return units == Int64.min ? nil : units
  }
}
