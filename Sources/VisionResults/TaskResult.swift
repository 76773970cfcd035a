import Foundation

// `@unchecked Sendable` is safe: properties that are no constants change while their maker alone has the result, and
// every subclass restates the conformance.
/// The base class of every task's results.
///
/// Equality, hashes, descriptions and the JSON of the subclasses are here; they come from the parts of the output.
open class TaskResult: NSObject, NSCopying, Encodable, @unchecked Sendable {
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

  /// An ID for each person, hand or face, in the order of the result's lists: the same in every frame, from 1, and
  /// not used again until `reset()`. Nil for one that repeats another. Empty without `shouldOutputTrackingIDs`.
  public var trackingIDs: [Int?] { assignedTrackingIDs ?? [] }

  /// The IDs; nil without tracking.
  package private(set) var assignedTrackingIDs: [Int?]?

  /// Gives the subjects IDs. Only for who makes the result.
  package func assign(trackingIDs: [Int?]?) { assignedTrackingIDs = trackingIDs }

  /// Makes a result for an image with a timestamp.
  public init(timestampInMilliseconds: Int) {
    self.timestampInMilliseconds = timestampInMilliseconds
    super.init()
  }

  /// Returns the result itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  private var parts: [any OutputPart] { (self as? any TaskOutput)?.parts ?? [] }
  private var values: [AnyHashable] { parts.map { AnyHashable($0) } }

  /// Writes `timestampMs` and the result's lists under their names, without loss, as the task's command does with
  /// `--json`; see `docs/outputs.md`.
  ///
  /// Masks are written in Base64: a float32 mask of 1280 x 720 pixels takes 4.9 MB, a category mask 1.2 MB.
  open func encode(to encoder: any Encoder) throws {
    var json = OutputEncoder(encoder, isLine: false, masks: .values)
    try json.container.encode(time, forKey: .time)
    for part in parts { try part.encode(to: &json) }
  }

  /// Whether the other object is a result of the same class with equal values.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? TaskResult, type(of: other) == type(of: self) else { return false }
    return other.time == time && other.values == values
  }

  /// A hash of the time and the values.
  open override var hash: Int { ([AnyHashable(time)] + values).hashValue }

  /// What was found, such as `1 hand: Thumb_Up 0.81, Left 0.95`, `2 objects: dog 0.87 at (96, 40, 312, 280); …` or
  /// `no people`.
  open override var description: String {
    (self as? any TaskOutput)?.summary ?? "result at \(timestampInMilliseconds) ms"
  }

  /// All values.
  open override var debugDescription: String { listing("timestampInMilliseconds: \(timestampInMilliseconds)") }
}

extension NSObjectProtocol where Self: NSObject {
  /// Whether the other object is of this class and has equal values.
  package func isEqual(_ object: Any?, by values: (Self) -> some Equatable) -> Bool {
    (object as? Self).map { values($0) == values(self) } ?? false
  }
}

extension NSObject {
  /// The class and its stored values, such as `Connection(start: 0, end: 5)`, and a further one. Those that all results
  /// have are left out.
  package func listing(_ further: String? = nil) -> String {
    let classes = sequence(first: Mirror(reflecting: self)) { $0.superclassMirror }
      .prefix { $0.subjectType != TaskResult.self && $0.subjectType != NSObject.self }
    let values = Array(classes).reversed().flatMap(\.children).map { name, value in
      let optional = Mirror(reflecting: value)
      let text =
        optional.displayStyle == .optional
        ? optional.children.first.map { String(reflecting: $0.value) } ?? "nil" : String(reflecting: value)
      return "\(name ?? ""): \(text)"
    }
    return "\(type(of: self))(" + (values + [further].compactMap { $0 }).joined(separator: ", ") + ")"
  }
}
