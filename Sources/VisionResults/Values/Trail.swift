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
      (self.position, self.freshness, self.isJoined) = (position, freshness, isJoined)
    }
  }

  /// The object's ID, which selects the colour.
  public var id: Int
  /// The points, oldest first.
  public var points: [Point]

  /// Makes a path from its points, oldest first.
  public init(id: Int, points: [Point]) { (self.id, self.points) = (id, points) }
}

/// The position of a tracked object in one frame.
public struct TrackedPoint: Sendable, Hashable {
  /// The object's ID, the same in every frame, which selects the colour.
  public var id: Int
  /// The position in pixels. A position that is not finite is ignored.
  public var position: SIMD2<Double>

  /// Makes a point from its id and its position in pixels.
  public init(id: Int, position: SIMD2<Double>) { (self.id, self.position) = (id, position) }
}

/// The positions of tracked objects over the last frames.
///
/// Add the points of every frame, even if there are none. An object that is missing in a frame has a gap in its path.
/// Old points are removed, and a path with its last point. Memory is limited by `maximumTrails` and `maximumPoints`.
public struct TrailHistory: Sendable {
  /// The length of paths.
  public enum Length: Sendable, Hashable {
    /// A number of frames, including the newest; at least 1.
    case frames(Int)
    /// A number of seconds; more than 0.
    case seconds(Double)
  }

  /// The maximum number of paths; beyond it, those missing for the longest time are removed.
  public static let maximumTrails = 256
  /// The maximum number of points of a path; beyond it, the oldest are removed.
  public static let maximumPoints = 1024

  /// The length of paths.
  public let length: Length

  private struct Position {
    let position: SIMD2<Double>
    let frame: Int
    let time: Double
  }
  private var positions: [Int: [Position]] = [:]
  private var frame = 0
  private var time = -Double.infinity

  /// Makes an empty history.
  ///
  /// - Parameter length: The length of paths. Fewer than 1 frames mean 1; 0 seconds or less keep only the newest frame.
  public init(length: Length = .seconds(1.5)) { self.length = length }

  /// Whether the history has no points.
  public var isEmpty: Bool { positions.isEmpty }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - points: The points of the frame; of several points with one ID the last one is used.
  ///   - seconds: The frame's time. An earlier time than the last frame's begins a new history, as at the start of
  ///     another video. A time that is not finite is replaced by the last frame's.
  public mutating func add(_ points: [TrackedPoint], atSeconds seconds: Double) {
    let now = seconds.isFinite ? seconds : max(time, 0)
    if now < time { positions.removeAll() }
    time = now
    frame += 1
    for point in points where point.position.x.isFinite && point.position.y.isFinite {
      let entry = Position(position: point.position, frame: frame, time: now)
      if positions[point.id]?.last?.frame == frame { positions[point.id]?.removeLast() }
      positions[point.id, default: []].append(entry)
    }
    removeOldPoints()
  }

  /// Removes all points.
  public mutating func removeAll() { positions.removeAll() }

  /// The paths, by ascending ID.
  public var trails: [Trail] {
    positions.sorted { $0.key < $1.key }.map { id, path in
      var previous: Int?
      let points = path.map { entry in
        defer { previous = entry.frame }
        return Trail.Point(
          position: entry.position, freshness: freshness(of: entry),
          isJoined: previous.map { $0 + 1 == entry.frame } ?? false)
      }
      return Trail(id: id, points: points)
    }
  }

  /// 1 for the newest frame; 0 and below for points to remove.
  private func freshness(of entry: Position) -> Double {
    if entry.frame == frame { return 1 }
    switch length {
    case .frames(let count): return 1 - Double(frame - entry.frame) / Double(max(1, count))
    case .seconds(let limit): return limit > 0 ? 1 - (time - entry.time) / limit : 0
    }
  }

  private mutating func removeOldPoints() {
    for (id, path) in positions {
      let old = path.prefix { freshness(of: $0) <= 0 }.count
      let surplus = max(old, path.count - Self.maximumPoints)
      if surplus == path.count { positions[id] = nil } else if surplus > 0 { positions[id]?.removeFirst(surplus) }
    }
    guard positions.count > Self.maximumTrails else { return }
    // Prefer the lower ID in ties, so that the choice is stable from frame to frame.
    let order = positions.sorted { ($1.value.last?.frame ?? 0, $0.key) < ($0.value.last?.frame ?? 0, $1.key) }
    for (id, _) in order.dropFirst(Self.maximumTrails) { positions[id] = nil }
  }
}
