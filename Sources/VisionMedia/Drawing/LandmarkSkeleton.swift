import VisionTasks

/// Which landmarks are joined by a line, and in which colour: the drawing of a hand, a body, a face.
public struct LandmarkSkeleton: Sendable, Hashable {
  /// A line between two landmarks.
  public struct Connection: Sendable, Hashable {
    /// The number of the landmark where the line starts.
    public let start: Int
    /// The number of the landmark where the line ends.
    public let end: Int

    /// Makes a line between two landmarks.
    public init(_ start: Int, _ end: Int) {
      self.start = start
      self.end = end
    }
  }

  /// Lines that belong together, such as a finger, and share a colour.
  public struct Part: Sendable, Hashable {
    /// The lines.
    public let connections: [Connection]
    /// Their colour.
    public let color: DrawingColor

    /// Makes a part from pairs of landmark numbers.
    public init(_ pairs: [(Int, Int)], color: DrawingColor) {
      connections = pairs.map { Connection($0.0, $0.1) }
      self.color = color
    }
  }

  /// The parts, drawn one after another.
  public let parts: [Part]

  /// Makes a skeleton from its parts.
  public init(parts: [Part]) { self.parts = parts }

  /// Makes a skeleton of one colour from connections such as `HandLandmarker.handIndexFingerConnections`.
  public init(_ connections: [VisionTasks.Connection], color: DrawingColor = .palette(0)) {
    // Positions beyond Int are no landmark's; those that a figure lacks are left out of its drawing.
    let pairs = connections.map { (Int(clamping: $0.start), Int(clamping: $0.end)) }
    parts = [Part(pairs, color: color)]
  }

  /// All lines, part by part.
  public var connections: [Connection] { parts.flatMap(\.connections) }

  /// The number of the part that each landmark belongs to: the last one that touches it; nil for landmarks without lines.
  func jointParts(count: Int) -> [Int?] {
    var result = [Int?](repeating: nil, count: count)
    for (number, part) in parts.enumerated() {
      for connection in part.connections {
        for joint in [connection.start, connection.end] where result.indices.contains(joint) { result[joint] = number }
      }
    }
    return result
  }

  /// MediaPipe's 21 hand landmarks: palm, thumb, index, middle, ring finger, little finger.
  public static let hand = LandmarkSkeleton(parts: [
    Part([(0, 1), (0, 5), (5, 9), (9, 13), (13, 17), (0, 17)], color: DrawingColor(rgb: 0xECEFF4)),
    Part([(1, 2), (2, 3), (3, 4)], color: DrawingColor(rgb: 0xFF6B6B)),
    Part([(5, 6), (6, 7), (7, 8)], color: DrawingColor(rgb: 0xFFC145)),
    Part([(9, 10), (10, 11), (11, 12)], color: DrawingColor(rgb: 0x5AD469)),
    Part([(13, 14), (14, 15), (15, 16)], color: DrawingColor(rgb: 0x4DB8FF)),
    Part([(17, 18), (18, 19), (19, 20)], color: DrawingColor(rgb: 0xC58BFF)),
  ])

  /// MediaPipe's 33 body landmarks: face, trunk, left and right arm, left and right leg.
  public static let pose = LandmarkSkeleton(parts: [
    Part(
      [(0, 1), (1, 2), (2, 3), (3, 7), (0, 4), (4, 5), (5, 6), (6, 8), (9, 10)], color: DrawingColor(rgb: 0xECEFF4)),
    Part([(11, 12), (11, 23), (12, 24), (23, 24)], color: DrawingColor(rgb: 0xFFC145)),
    Part([(11, 13), (13, 15), (15, 17), (15, 19), (15, 21), (17, 19)], color: DrawingColor(rgb: 0x5AD469)),
    Part([(12, 14), (14, 16), (16, 18), (16, 20), (16, 22), (18, 20)], color: DrawingColor(rgb: 0xFF6B6B)),
    Part([(23, 25), (25, 27), (27, 29), (29, 31), (27, 31)], color: DrawingColor(rgb: 0x4DB8FF)),
    Part([(24, 26), (26, 28), (28, 30), (30, 32), (28, 32)], color: DrawingColor(rgb: 0xC58BFF)),
  ])
}
