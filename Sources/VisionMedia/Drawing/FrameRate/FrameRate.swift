import Foundation

/// How fast frames come, and how long the work on one takes.
public struct FrameRate: Sendable, Hashable {
  /// Frames a second.
  public var framesPerSecond: Double
  /// The work on a frame in milliseconds; nil when it is not known.
  public var millisecondsPerFrame: Double?

  /// Makes a frame rate.
  public init(framesPerSecond: Double, millisecondsPerFrame: Double? = nil) {
    self.framesPerSecond = framesPerSecond
    self.millisecondsPerFrame = millisecondsPerFrame
  }

  /// As it is written, such as "28.4 frames/s · 35 ms"; one decimal below 100 frames a second and below 10 ms. What is not
  /// finite is skipped.
  public var text: String {
    func number(_ value: Double, decimalBelow limit: Double) -> String {
      String(format: value < limit ? "%.1f" : "%.0f", value)
    }
    var parts: [String] = []
    if framesPerSecond.isFinite { parts.append(number(framesPerSecond, decimalBelow: 99.95) + " frames/s") }
    if let time = millisecondsPerFrame, time.isFinite { parts.append(number(time, decimalBelow: 9.95) + " ms") }
    return parts.joined(separator: " · ")
  }
}
