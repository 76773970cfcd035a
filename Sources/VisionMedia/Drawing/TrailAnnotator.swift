/// Draws the paths of tracked objects over the last frames: a line with a dark edge that fades and thins towards the
/// past, in the colour of the object's id, and a dot at its current position. Frames without the object leave a gap.
public struct TrailAnnotator: Annotator {
  /// Line and text sizes; nil chooses sizes that fit each image.
  public var style: AnnotationStyle?

  /// Makes an annotator.
  public init(style: AnnotationStyle? = nil) { self.style = style }

  /// Draws paths on a canvas, later ones above earlier ones, dots above all.
  ///
  /// - Parameters:
  ///   - trails: The paths, from a `TrailHistory`; points that are not finite are skipped.
  ///   - canvas: The image to draw on.
  public func draw(_ trails: [Trail], on canvas: borrowing ImageCanvas) {
    let style = AnnotationStyle(style, on: canvas)
    let width = style.lineWidth * 1.25
    for trail in trails { drawLine(of: trail, width: width, on: canvas) }
    for trail in trails {
      guard let last = trail.points.last, last.freshness >= 1 else { continue }
      let (radius, edge) = (width * 1.15, max(0.6, width * 0.3))
      canvas.fillCircle(center: last.position, radius: radius + edge, color: .ink.withAlpha(0.85))
      canvas.fillCircle(center: last.position, radius: radius, color: .white)
      canvas.fillCircle(center: last.position, radius: radius * 0.6, color: .palette(trail.id))
    }
  }

  private func drawLine(of trail: Trail, width: Double, on canvas: borrowing ImageCanvas) {
    let lines = TrailLine.lines(of: trail, minLength: width)
    let edge = max(0.6, width * 0.3)
    let reach = DrawingBox(around: lines.flatMap { [$0.start, $0.end] })?.insetted(by: -(width + edge))
    guard let reach else { return }
    // Segments overlap where they meet: in a layer of their own they replace each other instead of blending.
    canvas.withLayer(in: reach) { canvas in
      for line in lines {
        canvas.strokeLine(
          from: line.start, to: line.end, width: line.width(of: width) + 2 * edge,
          color: .ink.withAlpha(0.7 * line.alpha))
      }
      for line in lines {
        canvas.strokeLine(
          from: line.start, to: line.end, width: line.width(of: width), color: .palette(trail.id).withAlpha(line.alpha))
      }
    }
  }
}

struct TrailLine {
  let start, end: SIMD2<Double>
  /// The age of the segment, from 0 (oldest) to 1 (newest).
  let freshness: Double

  /// Opaque at the head, transparent at the far end.
  var alpha: Double { min(1, freshness * 1.6) }

  /// The segment's width, where the head's is `full`.
  func width(of full: Double) -> Double { full * (0.3 + 0.7 * freshness) }

  /// The segments of a path, oldest first.
  /// Points closer than `minLength` to the last one are skipped, so that jitter of an object at rest is not drawn. The
  /// last point before a gap is always included.
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
