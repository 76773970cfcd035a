import Dispatch

/// The time of a stream's frames: it always rises, whatever times the images bring.
///
/// An image with a time that follows the last one's counts by it. One without counts by the clock, and one whose time does
/// not rise, as at the start of another video, as the next frame of 25 a second.
struct FrameClock {
  private static let step = 40

  private var now = 0
  private var last: Int?
  private var lastCall: Int?

  /// The stream's time for an image with the given time of its own.
  mutating func time(of given: Int?, calledAt call: Int = FrameClock.milliseconds) -> Int {
    defer { (last, lastCall) = (given, call) }
    let passed =
      if let given, let last {
        given.subtractingReportingOverflow(last).overflow || given <= last ? Self.step : given - last
      } else if given == nil, last == nil, let lastCall {
        call - lastCall
      } else {
        Self.step
      }
    let (next, overflows) = now.addingReportingOverflow(max(1, passed))
    now = overflows ? now : next
    return now
  }

  /// The time of a clock that only moves forward.
  static var milliseconds: Int { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
}
