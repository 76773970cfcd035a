import Hummingbird
import VisionErrors

/// The time of a stream's frame.
struct FrameTime: Sendable, Hashable {
  /// 2^52 milliseconds are 143,000 years, far below overflow.
  private static let max = 1 << 52

  /// The time in milliseconds of the client's clock.
  let milliseconds: Int

  /// - Throws: `TasksError` with `invalidArgumentError` when the query has no `time` in range.
  init(_ request: Request) throws {
    guard let text = request.uri.queryParameters.get("time"), let time = Int(text), (0...Self.max).contains(time) else {
      throw TasksError.invalidArgument(
        "The frame needs its time in milliseconds in the query, as in ?time=33; allowed are 0 to \(Self.max).")
    }
    milliseconds = time
  }
}
