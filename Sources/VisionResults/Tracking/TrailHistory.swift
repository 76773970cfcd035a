/// The positions of tracked things over the last frames.
///
/// Add the points of every frame, also an empty list. A thing that is missing in a frame has a gap in its path; the
/// path shortens from the oldest point on, and is removed with the last one. Memory is limited by `maximumTrails` and
/// `maximumPoints`.
public struct TrailHistory: Sendable {
  /// The length of paths.
  public enum Length: Sendable, Hashable {
    /// As many frames, the newest included; at least 1.
    case frames(Int)
    /// As many seconds; more than 0.
    case seconds(Double)
  }

  /// The maximum number of paths; beyond it, those missing for the longest time are removed.
  public static let maximumTrails = 256
  /// The maximum number of points of a path; beyond it, the oldest are removed.
  public static let maximumPoints = 1024

  /// The length of paths.
  public let length: Length

  private struct Sighting {
    let position: SIMD2<Double>
    let frame: Int
    let time: Double
  }
  private var sightings: [Int: [Sighting]] = [:]
  private var frame = 0
  private var time = -Double.infinity

  /// Makes an empty history.
  ///
  /// - Parameter length: The length of paths. Fewer frames than 1 count as 1; seconds that are not above 0 keep only
  ///   the newest frame.
  public init(length: Length = .seconds(1.5)) { self.length = length }

  /// Whether it has no points.
  public var isEmpty: Bool { sightings.isEmpty }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - points: The points of the frame; of several with one id the last one counts.
  ///   - seconds: The frame's time. One earlier than the last frame's begins a new history, as at the start of another
  ///     video; one that is not finite counts as the last frame's.
  public mutating func add(_ points: [TrackedPoint], atSeconds seconds: Double) {
    let now = seconds.isFinite ? seconds : max(time, 0)
    if now < time { sightings.removeAll() }
    time = now
    frame += 1
    for point in points where point.position.x.isFinite && point.position.y.isFinite {
      let sighting = Sighting(position: point.position, frame: frame, time: now)
      var path = sightings[point.id] ?? []
      if path.last?.frame == frame { path.removeLast() }
      path.append(sighting)
      sightings[point.id] = path
    }
    forget()
  }

  /// Removes all points.
  public mutating func removeAll() { sightings.removeAll() }

  /// The paths, by ascending id.
  public var trails: [Trail] {
    sightings.sorted { $0.key < $1.key }.map { id, path in
      var previous: Int?
      let points = path.map { sighting in
        defer { previous = sighting.frame }
        return Trail.Point(
          position: sighting.position, freshness: freshness(of: sighting),
          isJoined: previous.map { $0 + 1 == sighting.frame } ?? false)
      }
      return Trail(id: id, points: points)
    }
  }

  /// 1 for the newest frame; 0 and below for points to remove.
  private func freshness(of sighting: Sighting) -> Double {
    if sighting.frame == frame { return 1 }
    switch length {
    case .frames(let count): return 1 - Double(frame - sighting.frame) / Double(max(1, count))
    case .seconds(let limit): return limit > 0 ? 1 - (time - sighting.time) / limit : 0
    }
  }

  private mutating func forget() {
    for (id, path) in sightings {
      let old = path.prefix { freshness(of: $0) <= 0 }.count
      let surplus = max(old, path.count - Self.maximumPoints)
      if surplus == path.count {
        sightings[id] = nil
      } else if surplus > 0 {
        sightings[id]?.removeFirst(surplus)
      }
    }
    guard sightings.count > Self.maximumTrails else { return }
    // Ties are broken by the lower id, so that the choice is stable from frame to frame.
    let order = sightings.sorted { ($1.value.last?.frame ?? 0, $0.key) < ($0.value.last?.frame ?? 0, $1.key) }
    for (id, _) in order.dropFirst(Self.maximumTrails) { sightings[id] = nil }
  }
}
