/// The path of one thing over the last frames.
public struct Trail: Sendable, Hashable {
  /// A place on the path.
  public struct Point: Sendable, Hashable {
    /// The place in pixels.
    public var position: SIMD2<Double>
    /// 1 for a point of the newest frame, down to 0 for one that is about to be forgotten.
    public var freshness: Double
    /// Whether a line leads here from the point before; false for the first one and after frames without the thing.
    public var isJoined: Bool

    /// Makes a point of a path.
    public init(position: SIMD2<Double>, freshness: Double, isJoined: Bool) {
      self.position = position
      self.freshness = freshness
      self.isJoined = isJoined
    }
  }

  /// The thing's number; it decides about the colour.
  public var id: Int
  /// The points, the oldest first.
  public var points: [Point]

  /// Makes a path from its points, the oldest first.
  public init(id: Int, points: [Point]) {
    self.id = id
    self.points = points
  }
}
