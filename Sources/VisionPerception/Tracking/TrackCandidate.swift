import Foundation
import VisionImaging
import VisionResults

/// An observation that may belong to a track.
struct TrackCandidate: Sendable {
  let box: PixelBox
  let score: Double
  let objectClass: ObjectClass
  /// The index among the observations.
  let index: Int
  /// Whether the score is at least `highScore`.
  let isHighScore: Bool
  /// The colours of a high-score observation, where there is an image.
  var histogram: ColorHistogram?
  /// Whether hardly any of it is covered by another high-score observation, so that the colours are its own.
  var isClear = true

  /// The maximum covered share of a box whose colours count as its own.
  private static let clearShare = 0.1

  /// The candidates of a frame, best first.
  ///
  /// Leaves out boxes without area, NaN scores, and boxes that overlap a better one too much.
  static func list(
    _ observations: [ObjectObservation], options: ObjectTrackerOptions, image: ImageBuffer?
  ) -> [TrackCandidate] {
    var list = thinned(observations, options: options)
    // High-score ones come first, since all are sorted by score.
    let highScore = list.prefix(while: \.isHighScore).map(\.box)
    for index in list.indices {
      let box = list[index].box
      list[index].isClear = !highScore.indices.contains {
        $0 != index && box.share(coveredBy: highScore[$0]) > clearShare
      }
      if list[index].isHighScore, let image { list[index].histogram = ColorHistogram(of: box, in: image) }
    }
    return list
  }

  private static func thinned(_ observations: [ObjectObservation], options: ObjectTrackerOptions) -> [TrackCandidate] {
    let counting = observations.indices
      .filter { observations[$0].score >= options.minScore && observations[$0].score.isFinite }
      .sorted { (observations[$1].score, $0) < (observations[$0].score, $1) }
    var kept: [TrackCandidate] = []
    var boxes: [PixelBox] = []
    for index in counting {
      let observation = observations[index]
      guard let box = PixelBox(observation.boundingBox) else { continue }
      if boxes.contains(where: { $0.intersectionOverUnion(box) >= Double(options.suppressionOverlap) }) { continue }
      boxes.append(box)
      kept.append(
        TrackCandidate(
          box: box, score: Double(observation.score), objectClass: observation.objectClass, index: index,
          isHighScore: observation.score >= options.highScore))
    }
    return kept
  }
}
