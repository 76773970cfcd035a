/// Decides in which frames of a stream a detector runs. In the other frames its subjects are tracked.
/// With a fixed stride it runs in every n-th frame. The automatic schedule runs it in every third frame, less often if
/// it would take more than half of the stream's time, and always when the last detection is older than 200 ms.
struct DetectorSchedule {
  private static let automaticStride = 3
  /// Minimum time between detections, as a multiple of a detection's duration.
  private static let restFactor = 2.0
  /// Maximum age of the last detection, in milliseconds.
  private static let maxAge = 200
  private static let smoothingFactor = 0.3

  private let stride: Int?
  private var last: (time: Int, frames: Int)?
  /// The smoothed duration of a detection in milliseconds; nil before the first one.
  private var duration: Double?

  /// - Parameter stride: The detector runs in every n-th frame, n from 1; nil for automatic.
  init(stride: Int?) { self.stride = stride }

  /// The number of frames since the last detection, including the next one; 1 for the first frame.
  var framesSinceDetection: Int { (last?.frames ?? 0) + 1 }

  /// Whether the detector runs in the next frame, at a time in milliseconds; a fixed stride needs none.
  func isDue(at time: Int = 0) -> Bool {
    guard let last else { return true }
    if let stride { return framesSinceDetection >= stride }
    let (age, overflows) = time.subtractingReportingOverflow(last.time)
    if overflows || age >= Self.maxAge { return true }
    return framesSinceDetection >= Self.automaticStride && Double(age) >= Self.restFactor * (duration ?? 0)
  }

  /// Runs a detector if it is due in the next frame of a task that tracks `count` subjects and finds up to `limit`, and
  /// counts the frame. What the detector throws leaves the schedule as it was. Returns whether it ran.
  @discardableResult
  mutating func run(tracking count: Int, of limit: Int, _ detect: () throws -> Void) rethrows -> Bool {
    guard count < limit, count == 0 || isDue() else {
      skipped()
      return false
    }
    try detect()
    detected()
    return true
  }

  mutating func detected(at time: Int = 0, milliseconds: Double = 0) {
    last = (time, 0)
    duration = duration.map { $0 + Self.smoothingFactor * (milliseconds - $0) } ?? milliseconds
  }

  mutating func skipped() { last?.frames += 1 }

  /// Runs the detector in the next frame, which begins another stream.
  mutating func restart() { last = nil }
}
