import Foundation
import VisionImaging
import VisionResults

/// An observation that may belong to a track.
struct TrackCandidate: Sendable {
  let box: TrackBox
  let score: Double
  let objectClass: ObjectClass
  /// The place among the observations.
  let index: Int
  /// Whether it is sure rather than faint.
  let isSure: Bool
  /// The colours of one that is sure, where there is a picture.
  var histogram: ColorHistogram?
  /// Whether next to nothing of it is covered by another sure one, so that the colours are its own.
  var isClear = true

  /// How much of a box may be covered for its colours to count as its own.
  private static let clearShare = 0.1

  /// The observations of a frame that count, best first.
  ///
  /// Boxes without area and scores that are no number are left out, so is what overlaps a better one too much.
  static func list(
    _ observations: [ObjectObservation], options: ObjectTrackerOptions, image: ImageBuffer?
  ) -> [TrackCandidate] {
    var list = thinned(observations, options: options)
    // Sure ones come first, since all are sorted by score.
    let sure = list.prefix(while: \.isSure).map(\.box)
    for index in list.indices {
      let box = list[index].box
      list[index].isClear = !sure.indices.contains { $0 != index && box.share(coveredBy: sure[$0]) > clearShare }
      if list[index].isSure, let image { list[index].histogram = ColorHistogram(of: box, in: image) }
    }
    return list
  }

  private static func thinned(_ observations: [ObjectObservation], options: ObjectTrackerOptions) -> [TrackCandidate] {
    let counting = observations.indices
      .filter { observations[$0].score >= options.minScore && observations[$0].score.isFinite }
      .sorted { (observations[$1].score, $0) < (observations[$0].score, $1) }
    var kept: [TrackCandidate] = []
    var boxes: [TrackBox] = []
    for index in counting {
      let observation = observations[index]
      guard let box = TrackBox(observation.boundingBox) else { continue }
      if boxes.contains(where: { $0.intersectionOverUnion(box) >= Double(options.suppressionOverlap) }) { continue }
      boxes.append(box)
      kept.append(
        TrackCandidate(
          box: box, score: Double(observation.score), objectClass: observation.objectClass, index: index,
          isSure: observation.score >= options.highScore))
    }
    return kept
  }
}
