import Foundation

/// A line between two landmarks of a skeleton.
public final class Connection: NSObject, Sendable {
  /// The index of the first landmark in a result's list.
  public let start: UInt
  /// The index of the second landmark in a result's list.
  public let end: UInt

  /// Makes a line between two landmarks, given by their indices.
  public init(start: UInt, end: UInt) {
    self.start = start
    self.end = end
    super.init()
  }

  /// Whether the other object is a line between the same landmarks, in the same direction.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? Connection).map { $0.start == start && $0.end == end } ?? false
  }

  /// A hash of the two indices.
  public override var hash: Int { [start, end].hashValue }

  /// The two indices, such as `0-5`.
  public override var description: String { "\(start)-\(end)" }

  /// Both indices with their names.
  public override var debugDescription: String { "Connection(start: \(start), end: \(end))" }
}

/// The connections between the landmarks of a hand or body, in groups of one color.
///
/// The tasks' connections, the annotators and the page all use this table.
package struct LandmarkTopology: Sendable, Hashable {
  /// Lines that belong together, such as a finger.
  package struct Group: Sendable, Hashable {
    /// The group's name, such as `thumb`.
    package let name: String
    /// The color of its lines, 0xRRGGBB.
    package let color: UInt32

    package init(_ name: String, color: UInt32) {
      self.name = name
      self.color = color
    }
  }

  /// A line between two landmarks.
  package struct Line: Sendable, Hashable {
    /// The index of the first landmark.
    package let start: Int
    /// The index of the second landmark.
    package let end: Int
    /// The index of its group in `groups`.
    package let group: Int
  }

  /// The figure's name: `hand`, `pose`.
  package let name: String
  /// The groups, in the order in which they are drawn.
  package let groups: [Group]
  /// The lines in MediaPipe's order, which need not be that of the groups.
  package let lines: [Line]

  /// Makes a topology.
  ///
  /// - Parameters:
  ///   - name: The figure's name.
  ///   - groups: The groups, in drawing order.
  ///   - runs: The lines in MediaPipe's order: consecutive pairs of landmark indices, each run with its group's name.
  ///     A run of an unknown group is ignored.
  package init(name: String, groups: [Group], runs: [(group: String, pairs: [(Int, Int)])]) {
    self.name = name
    self.groups = groups
    lines = runs.flatMap { run in
      guard let group = groups.firstIndex(where: { $0.name == run.group }) else { return [Line]() }
      return run.pairs.map { Line(start: $0.0, end: $0.1, group: group) }
    }
  }

  /// The lines of a group, in their order; empty for an unknown name.
  package func lines(of group: String) -> [Line] {
    lines.filter { groups[$0.group].name == group }
  }

  /// The lines of a group as a task's connections; empty for an unknown name.
  package func connections(of group: String) -> [Connection] { lines(of: group).map(Connection.init) }

  /// All lines as a task's connections.
  package var connections: [Connection] { lines.map(Connection.init) }
}

extension Connection {
  fileprivate convenience init(_ line: LandmarkTopology.Line) {
    self.init(start: UInt(clamping: line.start), end: UInt(clamping: line.end))
  }
}
