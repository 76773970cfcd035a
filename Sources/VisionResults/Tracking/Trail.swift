/// The path of a tracked object over the last frames.
public struct Trail: Sendable, Hashable {
  /// A point of the path.
  public struct Point: Sendable, Hashable {
    /// The position in pixels.
    public var position: SIMD2<Double>
    /// 1 for a point of the newest frame, down to 0 for one that is about to be removed.
    public var freshness: Double
    /// Whether a line leads here from the previous point; false for the first one and after a gap.
    public var isJoined: Bool

    /// Makes a point of a path.
    public init(position: SIMD2<Double>, freshness: Double, isJoined: Bool) {
      self.position = position
      self.freshness = freshness
      self.isJoined = isJoined
    }
  }

  /// The object's ID, which selects the color.
  public var id: Int
  /// The points, oldest first.
  public var points: [Point]

  /// Makes a path from its points, oldest first.
  public init(id: Int, points: [Point]) {
    self.id = id
    self.points = points
  }
}

/// The position of a tracked object in one frame.
public struct TrackedPoint: Sendable, Hashable {
  /// The object's ID, the same in every frame, which selects the color.
  public var id: Int
  /// The position in pixels. A position that is not finite is ignored.
  public var position: SIMD2<Double>

  /// Makes a point from its id and its position in pixels.
  public init(id: Int, position: SIMD2<Double>) {
    self.id = id
    self.position = position
  }
}
