internal import CFFmpeg
import VisionImaging

/// Saturating arithmetic, for timestamps in containers, which may be any number.
extension FixedWidthInteger {
  func saturatingAdd(_ other: Self) -> Self {
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

  /// The nearest representable integer; 0 for NaN.
  init(saturating value: Double) {
    if let exact = Self(exactly: value.rounded()) {
      self = exact
    } else {
      self = value.isNaN ? 0 : value > 0 ? .max : .min
    }
  }
}

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
