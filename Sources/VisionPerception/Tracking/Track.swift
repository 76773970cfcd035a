import Foundation
import VisionImaging
import VisionResults

/// The state of a tracked object.
struct Track: Sendable {
  /// The id; nil while the track is tentative.
  var trackingID: Int?
  private(set) var filter: BoxKalmanFilter
  /// The current estimate.
  private(set) var box: PixelBox
  private(set) var score: Double
  private(set) var votes: ClassVotes
  private(set) var histogram: ColorHistogram?
  /// The consecutive updates in which it was matched.
  private(set) var hits = 1
  /// The updates since it was last matched, and the frames at 25 a second.
  private(set) var missedUpdates = 0
  private(set) var missedFrames = 0.0
  /// The index of its observation in this update.
  private(set) var observationIndex: Int?
  /// The frames since the last one with a detector.
  private(set) var skippedFrames = 0.0

  init(_ candidate: TrackCandidate) {
    filter = BoxKalmanFilter(candidate.box)
    box = candidate.box
    score = candidate.score
    votes = ClassVotes(candidate.objectClass, score: candidate.score)
    histogram = candidate.histogram
    observationIndex = candidate.index
  }

  var isConfirmed: Bool { trackingID != nil }
  var isLost: Bool { missedFrames > 0 }

  /// Predicts the next frame.
  mutating func predict(frames: Double) {
    filter.predict(frames: frames, isLost: isLost)
    box = filter.box
    observationIndex = nil
  }

  /// Updates the track with its observation.
  mutating func see(_ candidate: TrackCandidate) {
    filter.update(candidate.box, score: candidate.score)
    box = filter.box
    hits += 1
    (missedUpdates, missedFrames, skippedFrames) = (0, 0, 0)
    observationIndex = candidate.index
    score = 0.8 * score + 0.2 * candidate.score
    votes.add(candidate.objectClass, score: candidate.score)
    guard candidate.isClear, let seen = candidate.histogram else { return }
    if histogram == nil { histogram = seen } else { histogram?.blend(with: seen, share: 0.1) }
  }

  /// Counts an update without an observation.
  mutating func miss(frames: Double) {
    hits = 0
    missedUpdates += 1
    missedFrames += frames
  }

  /// Counts a frame without a detector, which is no miss.
  mutating func skip(frames: Double) {
    skippedFrames += frames
    if isLost || skippedFrames > 2 { missedFrames += frames }
  }
}

/// The votes for a track's class: each observation votes with its score, and old votes fade.
struct ClassVotes: Sendable {
  /// The factor of older votes at each observation.
  private static let memory = 0.95

  private var votes: [(kind: ObjectClass, weight: Double)]

  init(_ first: ObjectClass, score: Double) { votes = [(first, score)] }

  /// The class with the most votes; the older one of equals.
  var majority: ObjectClass {
    var best = votes[0]
    for vote in votes.dropFirst() where vote.weight > best.weight { best = vote }
    return best.kind
  }

  mutating func add(_ kind: ObjectClass, score: Double) {
    for index in votes.indices { votes[index].weight *= Self.memory }
    if let index = votes.firstIndex(where: { $0.kind.index == kind.index }) {
      votes[index].weight += score
    } else {
      votes.append((kind, score))
    }
  }
}

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

  /// The candidates of a frame, best first, without boxes of no area, NaN scores, and boxes that overlap a better one too much.
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
