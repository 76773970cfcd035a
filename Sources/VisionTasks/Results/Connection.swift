import Foundation

/// A line between two landmarks of a skeleton.
public final class Connection: NSObject, Sendable {
  /// The position of the first landmark in a result's list.
  public let start: UInt
  /// The position of the second landmark in a result's list.
  public let end: UInt

  /// Makes a line between two landmarks, given by their positions.
  public init(start: UInt, end: UInt) {
    self.start = start
    self.end = end
    super.init()
  }
}
