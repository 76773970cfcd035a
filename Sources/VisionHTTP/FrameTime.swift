import Hummingbird

/// The time of a stream's frame, as its client sends it.
package struct FrameTime: Sendable, Hashable {
  /// 2^52 milliseconds are 143,000 years, far below overflow.
  package static let max = 1 << 52

  package let milliseconds: Int

  /// Reads `time` of the query; nil without it.
  package init?(_ request: Request) throws(TasksError) {
    guard let text = request.uri.queryParameters.get("time") else { return nil }
    guard let time = Int(text), (0...Self.max).contains(time) else {
      throw TasksError.invalidArgument(
        "The frame's time is \(text.prefix(32)); it has to be an integer of milliseconds from 0 to \(Self.max).")
    }
    milliseconds = time
  }

  /// Reads seconds with decimals, as cameras write them into `X-Timestamp`.
  package init(seconds: String) throws(TasksError) {
    guard let time = Double(seconds), (0...Double(Self.max) / 1000).contains(time) else {
      throw TasksError.invalidArgument(
        "A frame's X-Timestamp is \(seconds.prefix(32)); it has to be a number of seconds from 0 to \(Self.max / 1000)."
      )
    }
    milliseconds = Int((time * 1000).rounded())
  }
}
