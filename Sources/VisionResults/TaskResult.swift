import Foundation

// Safe to share: the only property is a constant; a subclass adds its own promise.
/// The base class of every task's results.
open class TaskResult: NSObject, @unchecked Sendable {
  /// The timestamp of the image, in milliseconds.
  ///
  /// In `.image` mode, where images have none, 0 for a task's first image and 1000 more for each further one.
  public let timestampInMilliseconds: Int

  /// Makes a result for the image with the given timestamp.
  public init(timestampInMilliseconds: Int) {
    self.timestampInMilliseconds = timestampInMilliseconds
    super.init()
  }

  /// Whether the other object is a result of the same class with the same values.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? TaskResult).map {
      type(of: $0) == type(of: self) && $0.timestampInMilliseconds == timestampInMilliseconds
    } ?? false
  }

  /// A hash of the values.
  open override var hash: Int { timestampInMilliseconds.hashValue }

  /// The timestamp; a task's result also lists its output.
  open override var description: String { "result at \(timestampInMilliseconds) ms" }

  /// All values.
  open override var debugDescription: String {
    "\(type(of: self))(timestampInMilliseconds: \(timestampInMilliseconds))"
  }
}
