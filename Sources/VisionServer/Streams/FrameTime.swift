import Hummingbird
import VisionCore

/// The time of a stream's frame. Frames without one have the time since their stream was opened.
struct FrameTime: Sendable, Hashable {
  /// 2^52 milliseconds are 143,000 years, far below overflow.
  private static let max = 1 << 52

  /// The time in milliseconds of the client's clock.
  let milliseconds: Int

  /// - Throws: `TasksError` with `invalidArgumentError` for a time out of range.
  init?(_ request: Request) throws {
    guard let text = request.uri.queryParameters.get("time") else { return nil }
    guard let time = Int(text), (0...Self.max).contains(time) else {
      throw TasksError.invalidArgument(
        "The frame's time is \(text.prefix(32)); it has to be an integer of milliseconds from 0 to \(Self.max).")
    }
    milliseconds = time
  }

  /// - Parameter seconds: Seconds with decimals, as cameras write them into `X-Timestamp`.
  /// - Throws: `TasksError` with `invalidArgumentError` for a time out of range.
  init(seconds: String) throws(TasksError) {
    guard let time = Double(seconds), (0...Double(Self.max) / 1000).contains(time) else {
      throw TasksError.invalidArgument(
        "A frame's X-Timestamp is \(seconds.prefix(32)); it has to be a number of seconds from 0 to \(Self.max / 1000)."
      )
    }
    milliseconds = Int((time * 1000).rounded())
  }
}
