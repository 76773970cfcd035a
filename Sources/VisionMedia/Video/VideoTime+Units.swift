internal import CFFmpeg
import VisionImaging

extension VideoTime {
  /// The time in other units, rounded to the nearest one; nil when the timescale is not positive or the number is too
  /// large.
  func units(of timescale: Int) -> Int64? {
    guard let own = Int32(exactly: self.timescale), own > 0, let other = Int32(exactly: timescale), other > 0 else {
      return nil
    }
    let units = av_rescale_q(Int64(value), AVRational(num: 1, den: own), AVRational(num: 1, den: other))
    return units == Int64.min ? nil : units
  }
}
