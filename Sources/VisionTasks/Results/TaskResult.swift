import Foundation

// Safe to share: the only property is a constant; a subclass adds its own promise.
/// The base class of every task's results.
open class TaskResult: NSObject, @unchecked Sendable {
  /// The timestamp of the picture, in milliseconds.
  ///
  /// In `.image` mode, where pictures have none, 0 for a task's first picture and 1000 more for each further one.
  public let timestampInMilliseconds: Int

  /// Makes a result for the picture with the given timestamp.
  public init(timestampInMilliseconds: Int) {
    self.timestampInMilliseconds = timestampInMilliseconds
    super.init()
  }
}
