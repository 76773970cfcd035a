import Foundation

/// A line between two landmarks of a skeleton.
public final class Connection: NSObject, Sendable {
  /// The index of the first landmark in a result's list.
  public let start: UInt
  /// The index of the second landmark in a result's list.
  public let end: UInt

  /// Makes a line between two landmarks, given by their indices.
  public init(start: UInt, end: UInt) { (self.start, self.end) = (start, end) }

  /// Whether the other object is a line between the same landmarks, in the same direction.
  public override func isEqual(_ object: Any?) -> Bool { isEqual(object, by: { [$0.start, $0.end] }) }

  /// A hash of the two indices.
  public override var hash: Int { [start, end].hashValue }

  /// The two indices, such as `0-5`.
  public override var description: String { "\(start)-\(end)" }

  /// Both indices with their names.
  public override var debugDescription: String { listing() }
}

/// The connections between the landmarks of a hand, body or face, in groups of one colour.
/// The tasks' connections, the annotators and the page all use this table.
package struct LandmarkTopology: Sendable {
  /// How the lines of a group are drawn.
  package enum Style: String, Sendable, Encodable {
    /// With a dark edge, and dots on the landmarks.
    case bones
    /// With a dark edge, without dots.
    case contour
    /// Thin and translucent, without edges and dots: there are many of them.
    case mesh
  }

  /// Lines that belong together, such as a finger.
  package struct Group: Sendable {
    package let name: String
    package let color: UInt32
    package let style: Style

    package init(_ name: String, color: UInt32, style: Style = .bones) {
      (self.name, self.color, self.style) = (name, color, style)
    }
  }

  package struct Line: Sendable, Hashable {
    package let start, end: Int
    /// The index of its group in `groups`.
    package let group: Int
  }

  /// The figure's name: `hand`, `pose`, `face`. Topologies of one name are equal.
  package let name: String
  package let groups: [Group]
  /// The lines in MediaPipe's order, which need not be that of the groups.
  package let lines: [Line]
  /// The lines of each group as they are drawn: one of those that join the same landmarks.
  package let drawnLines: [[Line]]
  let landmarkCount: Int

  /// Takes the lines in MediaPipe's order: consecutive pairs of landmark indices, each run with its group's name. A run
  /// of an unknown group is ignored.
  package init(
    name: String, groups: [Group], landmarkCount: Int? = nil, runs: [(group: String, pairs: [(Int, Int)])]
  ) {
    (self.name, self.groups) = (name, groups)
    lines = runs.flatMap { run in
      guard let group = groups.firstIndex(where: { $0.name == run.group }) else { return [Line]() }
      return run.pairs.map { Line(start: $0.0, end: $0.1, group: group) }
    }
    var drawn = [[Line]](repeating: [], count: groups.count)
    var joined = Set<Line>(minimumCapacity: lines.count)
    for line in lines {
      let ascending = Line(start: min(line.start, line.end), end: max(line.start, line.end), group: line.group)
      if joined.insert(ascending).inserted { drawn[line.group].append(line) }
    }
    drawnLines = drawn
    self.landmarkCount = landmarkCount ?? (lines.map { max($0.start, $0.end) }.max() ?? -1) + 1
  }

  package func lines(of group: String) -> [Line] { lines.filter { groups[$0.group].name == group } }

  package func connections(of group: String) -> [Connection] { lines(of: group).map(Connection.init) }

  package var connections: [Connection] { lines.map(Connection.init) }
}

extension Connection {
  fileprivate convenience init(_ line: LandmarkTopology.Line) {
    self.init(start: UInt(clamping: line.start), end: UInt(clamping: line.end))
  }
}

extension LandmarkTopology: Hashable, CustomStringConvertible {
  package var description: String { name }

  package static func == (one: LandmarkTopology, other: LandmarkTopology) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension LandmarkTopology: Encodable {
  /// Lines of one colour, as the page draws them.
  private struct LineGroup: Encodable {
    let color: String
    let style: Style
    let lines: [[Int]]
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for (group, lines) in zip(groups, drawnLines) {
      try container.encode(
        LineGroup(
          color: String(format: "#%06x", group.color), style: group.style, lines: lines.map { [$0.start, $0.end] }))
    }
  }
}

extension LandmarkTopology {
  /// MediaPipe's 21 hand landmarks.
  package static let hand = LandmarkTopology(
    name: "hand",
    groups: [
      Group("palm", color: 0xECEFF4), Group("thumb", color: 0xFF6B6B), Group("index finger", color: 0xFFC145),
      Group("middle finger", color: 0x5AD469), Group("ring finger", color: 0x4DB8FF), Group("pinky", color: 0xC58BFF),
    ],
    runs: [
      ("palm", [(0, 1), (0, 5), (9, 13), (13, 17), (5, 9), (0, 17)]),
      ("thumb", [(1, 2), (2, 3), (3, 4)]),
      ("index finger", [(5, 6), (6, 7), (7, 8)]),
      ("middle finger", [(9, 10), (10, 11), (11, 12)]),
      ("ring finger", [(13, 14), (14, 15), (15, 16)]),
      ("pinky", [(17, 18), (18, 19), (19, 20)]),
    ])

  /// MediaPipe's 33 body landmarks.
  package static let pose = LandmarkTopology(
    name: "pose",
    groups: [
      Group("face", color: 0xECEFF4), Group("torso", color: 0xFFC145), Group("left arm", color: 0x5AD469),
      Group("right arm", color: 0xFF6B6B), Group("left leg", color: 0x4DB8FF), Group("right leg", color: 0xC58BFF),
    ],
    runs: [
      ("face", [(0, 1), (1, 2), (2, 3), (3, 7), (0, 4), (4, 5), (5, 6), (6, 8), (9, 10)]),
      ("torso", [(11, 12)]),
      ("left arm", [(11, 13), (13, 15), (15, 17), (15, 19), (15, 21), (17, 19)]),
      ("right arm", [(12, 14), (14, 16), (16, 18), (16, 20), (16, 22), (18, 20)]),
      ("torso", [(11, 23), (12, 24), (23, 24)]),
      ("left leg", [(23, 25)]), ("right leg", [(24, 26)]), ("left leg", [(25, 27)]), ("right leg", [(26, 28)]),
      ("left leg", [(27, 29)]), ("right leg", [(28, 30)]), ("left leg", [(29, 31)]), ("right leg", [(30, 32)]),
      ("left leg", [(27, 31)]), ("right leg", [(28, 32)]),
    ])
}
