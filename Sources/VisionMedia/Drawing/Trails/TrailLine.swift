/// A line segment of a drawn path.
struct TrailLine {
  let start: SIMD2<Double>
  let end: SIMD2<Double>
  /// The age of the segment, from 0 (oldest) to 1 (newest).
  let freshness: Double

  /// Opaque at the head, transparent at the far end.
  var alpha: Double { min(1, freshness * 1.6) }

  /// The segment's width, where the head's is `full`.
  func width(of full: Double) -> Double { full * (0.3 + 0.7 * freshness) }

  /// The segments of a path, oldest first.
  ///
  /// Points closer than `minLength` to the last one are skipped, so that jitter of an object at rest is not drawn. The last point
  /// before a gap is always included.
  static func lines(of trail: Trail, minLength: Double) -> [TrailLine] {
    var lines: [TrailLine] = []
    var start: SIMD2<Double>?
    let points = trail.points
    for (index, point) in points.enumerated() {
      guard point.position.isDrawable else {
        start = nil
        continue
      }
      defer { start = start ?? point.position }
      guard let from = start, point.isJoined else {
        start = point.position
        continue
      }
      let step = point.position - from
      let isLast = index + 1 == points.count || !points[index + 1].isJoined
      guard isLast || (step * step).sum() >= minLength * minLength else { continue }
      lines.append(TrailLine(start: from, end: point.position, freshness: max(0, min(1, point.freshness))))
      start = point.position
    }
    return lines
  }
}
