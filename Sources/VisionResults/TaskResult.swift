import Foundation

// `@unchecked Sendable` is safe: the only property that is no constant changes while its maker alone has the result, and every
// subclass restates the conformance.
/// The base class of every task's results.
open class TaskResult: NSObject, @unchecked Sendable {
  /// The timestamp of the image, in milliseconds.
  ///
  /// In `.image` mode 0 for a task's first image, and 1000 more for each further one, as in MediaPipe. That is no time:
  /// comparisons and hashes of such results leave it out, and in JSON it is null.
  public let timestampInMilliseconds: Int

  /// The timestamp; nil for a result of `.image` mode.
  package var time: Int? { hasTime ? timestampInMilliseconds : nil }
  private var hasTime = true

  /// Makes the result one of an image without a time. Only for who makes it.
  package func setsNoTime() { hasTime = false }

  /// Makes a result for an image with a timestamp.
  public init(timestampInMilliseconds: Int) {
    self.timestampInMilliseconds = timestampInMilliseconds
    super.init()
  }

  /// Whether the other object is a result of the same class with equal values.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? TaskResult).map {
      type(of: $0) == type(of: self) && $0.time == time
    } ?? false
  }

  /// A hash of the values.
  open override var hash: Int { time.hashValue }

  /// The timestamp; a task's result also lists its output.
  open override var description: String { "result at \(timestampInMilliseconds) ms" }

  /// All values.
  open override var debugDescription: String {
    "\(type(of: self))(timestampInMilliseconds: \(timestampInMilliseconds))"
  }
}

/// Text for the descriptions of results.
package enum ResultText {
  /// The number of parts and the parts: `2 hands: Left 0.95; Right 0.98`.
  package static func list(_ parts: [String], one: String, several: String) -> String {
    if parts.isEmpty { return "no \(several)" }
    return "\(parts.count) \(parts.count == 1 ? one : several): " + parts.joined(separator: "; ")
  }

  /// The best category of each list for one hand: `Thumb_Up 0.81, Left 0.95`.
  package static func categories(_ lists: [[ResultCategory]]..., of hand: Int) -> String {
    let best = lists.compactMap { list in list.indices.contains(hand) ? list[hand].first : nil }
    return best.isEmpty ? "no categories" : best.map(\.description).joined(separator: ", ")
  }
}

extension Optional {
  /// The value's debug description, or `nil`.
  var debugText: String { map { String(reflecting: $0) } ?? "nil" }
}
