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

  /// Whether the other object is a line between the same landmarks, in the same direction.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? Connection).map { $0.start == start && $0.end == end } ?? false
  }

  /// A hash of the two positions.
  public override var hash: Int { [start, end].hashValue }

  /// The two positions, such as `0-5`.
  public override var description: String { "\(start)-\(end)" }

  /// Both positions with their names.
  public override var debugDescription: String { "Connection(start: \(start), end: \(end))" }
}
