/// The lines between landmarks and their colors: the drawing of a hand, a body or a face.
public struct LandmarkSkeleton: Sendable, Hashable {
  /// A line between two landmarks.
  public struct Connection: Sendable, Hashable {
    /// The number of the landmark where the line starts.
    public let start: Int
    /// The number of the landmark where the line ends.
    public let end: Int

    /// Makes a line between two landmarks.
    public init(_ start: Int, _ end: Int) { (self.start, self.end) = (start, end) }
  }

  /// How the lines of a part are drawn.
  public enum Style: Sendable, Hashable {
    /// With a dark edge, and a dot on each landmark: fingers, arms.
    case bones
    /// With a dark edge: eyes, lips.
    case contour
    /// Thin and translucent, below all others: the mesh of a face.
    case mesh
  }

  /// Lines that belong together, such as a finger, and share a colour.
  public struct Part: Sendable, Hashable {
    /// The lines.
    public let connections: [Connection]
    /// Their colour.
    public let color: DrawingColor
    /// How they are drawn.
    public let style: Style

    /// Makes a part with dots on its landmarks from pairs of landmark numbers.
    public init(_ pairs: [(Int, Int)], color: DrawingColor) { self.init(pairs, color: color, style: .bones) }

    /// Makes a part from pairs of landmark numbers.
    public init(_ pairs: [(Int, Int)], color: DrawingColor, style: Style) {
      connections = pairs.map { Connection($0.0, $0.1) }
      (self.color, self.style) = (color, style)
    }
  }

  /// The parts, drawn one after another.
  public let parts: [Part]

  /// Makes a skeleton from its parts.
  public init(parts: [Part]) { self.parts = parts }

  /// Makes a skeleton of one colour from connections such as `HandLandmarker.handIndexFingerConnections`.
  public init(_ connections: [VisionResults.Connection], color: DrawingColor = .palette(0)) {
    // Indices beyond Int name no landmark; lines to missing landmarks are skipped when drawing.
    let pairs = connections.map { (Int(clamping: $0.start), Int(clamping: $0.end)) }
    parts = [Part(pairs, color: color)]
  }

  /// All lines, part by part.
  public var connections: [Connection] { parts.flatMap(\.connections) }

  var hasDots: Bool { parts.isEmpty || parts.contains { $0.style == .bones } }

  /// The index of each landmark's part, the last one with a line to it; nil for landmarks without lines.
  func jointParts(count: Int) -> [Int?] {
    var result = [Int?](repeating: nil, count: count)
    for (number, part) in parts.enumerated() {
      let joints = part.connections.flatMap { [$0.start, $0.end] }
      for joint in joints where result.indices.contains(joint) { result[joint] = number }
    }
    return result
  }

  /// MediaPipe's 21 hand landmarks: palm, thumb, index, middle, ring finger, little finger.
  public static let hand = LandmarkSkeleton(.hand)

  /// MediaPipe's 33 body landmarks: face, torso, left and right arm, left and right leg.
  public static let pose = LandmarkSkeleton(.pose)

  /// MediaPipe's 478 face landmarks: the mesh, the face's oval, the lips, left and right eyebrow, eye and iris.
  public static let face = LandmarkSkeleton(.face)

  /// Makes the skeleton of a topology, a part for each of its groups.
  package init(_ topology: LandmarkTopology) {
    parts = zip(topology.groups, topology.drawnLines).map { group, lines in
      let style: Style =
        switch group.style {
        case .bones: .bones
        case .contour: .contour
        case .mesh: .mesh
        }
      return Part(lines.map { ($0.start, $0.end) }, color: DrawingColor(rgb: group.color), style: style)
    }
  }
}
