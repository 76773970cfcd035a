import Dispatch

/// The time of a stream's frames, which always increases.
///
/// An image whose timestamp is greater than the last one advances it by the difference. Images without timestamps
/// advance it by the time between the calls. A timestamp that is not greater, as at the start of another video,
/// advances it by 40 ms.
struct FrameClock {
  private static let step = 40

  private var now = 0
  private var last: Int?
  private var lastCall: Int?

  /// Advances the stream's time by an image with a timestamp or nil, and returns it in milliseconds.
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

  /// The time of a monotonic clock in milliseconds.
  static var milliseconds: Int { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
}
