/// Remembers where things were over the last frames.
///
/// Give it every frame's points, an empty list too: a thing that is missing in a frame has a gap in its path, its path grows
/// shorter from the far end, and with the last point it is forgotten. Memory is bounded by `maximumTrails` and
/// `maximumPoints`, whatever the frames bring.
public struct TrailHistory: Sendable {
  /// How far back paths reach.
  public enum Length: Sendable, Hashable {
    /// As many frames, the newest included; at least 1.
    case frames(Int)
    /// As many seconds; more than 0.
    case seconds(Double)
  }

  /// The most things that are remembered; beyond, those that have not been seen for the longest time are forgotten.
  public static let maximumTrails = 256
  /// The most points of one path; beyond, the oldest are forgotten.
  public static let maximumPoints = 1024

  /// How far back paths reach.
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
  /// - Parameter length: How far back paths reach. Fewer frames than 1 count as 1; seconds that are not above 0 keep the
  ///   newest frame only.
  public init(length: Length = .seconds(1.5)) { self.length = length }

  /// Whether nothing is remembered.
  public var isEmpty: Bool { sightings.isEmpty }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - points: Where things were seen; of several with one number the last one counts.
  ///   - seconds: The frame's time. One that is earlier than the last frame's begins a new history, as at the start of
  ///     another video; one that is not finite counts as the last frame's.
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

  /// Forgets everything.
  public mutating func removeAll() { sightings.removeAll() }

  /// The paths, by rising number.
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

  /// 1 for the newest frame; 0 and below for what is to be forgotten.
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
    // Of those seen last in one frame the lower numbers stay, so that the choice does not change from frame to frame.
    let order = sightings.sorted { ($1.value.last?.frame ?? 0, $0.key) < ($0.value.last?.frame ?? 0, $1.key) }
    for (id, _) in order.dropFirst(Self.maximumTrails) { sightings[id] = nil }
  }
}
