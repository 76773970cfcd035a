/// Decides in which frames of a stream the detector runs; in the others objects are where they are predicted to be.
///
/// With a stride it runs in every so many frames, whatever it costs. Automatically it runs in every third frame, less often
/// where it would be busy for more than half of the stream's time, and always when the last detection is too old to predict
/// from. So two frames of three are answered without it at the rates of cameras.
struct DetectorSchedule {
  private static let automaticStride = 3
  /// How many times as long as a detection the time between two is at least.
  private static let restFactor = 2.0
  /// The age of a detection, in milliseconds, at which the detector runs in any case.
  private static let longestAge = 200
  /// How much the last detection's time counts.
  private static let newShare = 0.3

  private let stride: Int?
  private var last: (time: Int, frames: Int)?
  /// How long a detection takes, in milliseconds, smoothed; nil before the first one.
  private var duration: Double?

  /// - Parameter stride: Every so many frames, from 1; nil for automatic.
  init(stride: Int?) { self.stride = stride }

  /// Frames since the last detection, the next one included; 1 in the first frame.
  var framesSinceDetection: Int { (last?.frames ?? 0) + 1 }

  /// Whether the detector runs in the next frame.
  ///
  /// - Parameter time: The frame's time in the stream, in milliseconds.
  /// - Returns: Whether it runs; nothing changes.
  func isDue(at time: Int) -> Bool {
    guard let last else { return true }
    if let stride { return framesSinceDetection >= stride }
    let (age, overflows) = time.subtractingReportingOverflow(last.time)
    if overflows || age >= Self.longestAge { return true }
    return framesSinceDetection >= Self.automaticStride && Double(age) >= Self.restFactor * (duration ?? 0)
  }

  /// Takes note of a frame in which the detector ran.
  mutating func detected(at time: Int, milliseconds: Double) {
    last = (time, 0)
    duration = duration.map { $0 + Self.newShare * (milliseconds - $0) } ?? milliseconds
  }

  /// Takes note of a frame in which it did not.
  mutating func skipped() { last?.frames += 1 }

  /// Lets the detector run in the next frame, since that begins another stream.
  mutating func restart() { last = nil }
}
