internal import CFFmpeg

/// Converts the times of a live source to milliseconds after its first frame. Unlike `VideoClock` it follows them back
/// in time, so that frames sent again after a reconnection are recognized.
final class StreamClock {
  private let timeBase: AVRational
  private let frameRate: VideoFrameRate?
  private var firstTime: Int64?

  /// - Parameters:
  ///   - timeBase: The stream's unit of time, in seconds.
  ///   - frameRate: For frames without a time.
  init(timeBase: AVRational, frameRate: VideoFrameRate?) {
    self.timeBase = timeBase
    self.frameRate = frameRate
  }

  /// The time of a frame, rounded to the nearest millisecond. A stream without times is taken to run at its rate, or at
  /// 25 frames a second, which is what FFmpeg assumes.
  func milliseconds(of frame: FFmpegFrame, index: Int) -> Int {
    let time = frame.pointer.pointee.best_effort_timestamp
    guard time != vision_no_timestamp(), timeBase.num > 0, timeBase.den > 0 else {
      return Int(saturating: Double(index) * 1000 / (frameRate?.framesPerSecond ?? 25))
    }
    let first = firstTime ?? time
    firstTime = first
    let elapsed = time.subtractingReportingOverflow(first)
    if elapsed.overflow { return 0 }
    return Int(av_rescale_q_rnd(elapsed.partialValue, timeBase, AVRational(num: 1, den: 1000), AV_ROUND_NEAR_INF))
  }
}
