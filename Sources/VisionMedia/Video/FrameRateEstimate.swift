internal import CFFmpeg
import VisionCore

/// A video's frame rate. Containers state rates that no camera has, such as that of their clock; those give way to the
/// rate of the frames' times.
struct FrameRateEstimate {
  /// Where a rate is from.
  enum Source {
    /// The container or codec states it.
    case stated
    /// It was computed from the number and the times of frames.
    case measured
    case unknown
  }

  let value: VideoFrameRate?
  let source: Source

  /// The highest rate that is taken without an average that confirms it, in frames a second.
  private static let plausible = 240.0
  /// The number of frames whose times are read to measure a rate.
  private static let sampleCount = 300

  init(of stream: UnsafeMutablePointer<AVStream>, in container: MediaContainer) {
    let stated = av_guess_frame_rate(container.context, stream, nil)
    let mean = stream.pointee.avg_frame_rate
    if stated.isRate, stated.value <= Self.plausible || (mean.isRate && abs(mean.value / stated.value - 1) < 0.1) {
      (value, source) = (stated.frameRate, .stated)
    } else if mean.isRate, mean.value <= Self.plausible || !stated.isRate {
      // FFmpeg's mean of all frames in an index, or of the first ones.
      (value, source) = (mean.frameRate, .measured)
    } else if stated.isRate, let measured = container.measuredRate(of: stream, frameCount: Self.sampleCount) {
      (value, source) = (measured, .measured)
    } else {
      (value, source) = (nil, .unknown)
    }
  }
}

extension AVRational {
  /// Whether it is a rate: positive and finite.
  fileprivate var isRate: Bool { num > 0 && den > 0 }
  fileprivate var value: Double { Double(num) / Double(den) }
  fileprivate var frameRate: VideoFrameRate { VideoFrameRate(numerator: Int(num), denominator: Int(den)) }
}

extension MediaContainer {
  /// The rate of a stream's first frames by their times, in a file that is opened once more; nil for streams and devices,
  /// and where there are not two times.
  fileprivate func measuredRate(of stream: UnsafeMutablePointer<AVStream>, frameCount: Int) -> VideoFrameRate? {
    guard let times = firstTimes(of: stream, count: frameCount), let first = times.min(), let last = times.max(),
      last > first
    else { return nil }
    let unit = stream.pointee.time_base
    let seconds = Double(last - first) * Double(unit.num) / Double(unit.den)
    // In thousandths, so that a rate such as 29.97 is kept.
    guard let thousandths = Int(exactly: (Double(times.count - 1) / seconds * 1000).rounded()), thousandths > 0 else {
      return nil
    }
    return thousandths % 1000 == 0
      ? VideoFrameRate(numerator: thousandths / 1000) : VideoFrameRate(numerator: thousandths, denominator: 1000)
  }
}
