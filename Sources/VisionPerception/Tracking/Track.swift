import Foundation
import VisionImaging
import VisionResults

/// The state of a tracked object.
struct Track: Sendable {
  /// The id; nil while the track is tentative.
  var trackingID: Int?
  private(set) var filter: BoxKalmanFilter
  private(set) var box: PixelBox
  private(set) var score: Double
  private(set) var votes: ClassVotes
  private(set) var histogram: ColorHistogram?
  /// The last observation.
  private var seen: Figure
  /// The consecutive updates in which it was matched.
  private(set) var hits = 1
  /// The updates since it was last matched, and the frames at 25 a second.
  private(set) var missedUpdates = 0
  private(set) var missedFrames = 0.0
  private(set) var observationIndex: Int?
  /// The frames since the last one with a detector.
  private(set) var skippedFrames = 0.0

  init(_ candidate: TrackCandidate) {
    filter = BoxKalmanFilter(candidate.box, noise: candidate.figure.landmarks.isEmpty ? .box : .landmarks)
    box = candidate.box
    (score, histogram) = (candidate.score, candidate.histogram)
    votes = ClassVotes(candidate.objectClass, score: candidate.score)
    (seen, observationIndex) = (candidate.figure, candidate.index)
  }

  var isConfirmed: Bool { trackingID != nil }
  var isLost: Bool { missedFrames > 0 }
  var hasLandmarks: Bool { !seen.landmarks.isEmpty }

  /// How well an observation's landmarks agree with those of the last one, moved and scaled as the box is now.
  func agreement(with candidate: TrackCandidate) -> Double? { seen.moved(to: box, agreementWith: candidate.figure) }

  /// The log-likelihood of an observation with landmarks, up to a constant: of its place and size by the filters, of
  /// its shape, and of being visible. Where one of two that cross is hidden, it is more likely the one that was before.
  func logLikelihood(of candidate: TrackCandidate) -> Double {
    let place = max(filter.logLikelihood(aroundLandmarks: candidate.box), -Self.unlikely)
    let shape = seen.moved(to: candidate.box, agreementWith: candidate.figure) ?? 0
    return (place.isFinite ? place : -Self.unlikely) + Self.shapeWeight * shape + (isLost ? 0 : Self.presenceWeight)
  }

  private static let unlikely = 20.0
  private static let shapeWeight = 8.0
  private static let presenceWeight = 3.0

  /// The distance of a box from the predicted one. Landmarks move by fits and starts: for those also from the last one.
  func distance(to other: PixelBox) -> Double {
    let distance = box.distance(to: other)
    return hasLandmarks ? min(distance, seen.box.distance(to: other)) : distance
  }

  mutating func predict(frames: Double) {
    filter.predict(frames: frames, isLost: isLost)
    box = filter.box
    observationIndex = nil
  }

  mutating func see(_ candidate: TrackCandidate) {
    if candidate.figure.landmarks.isEmpty {
      filter.update(candidate.box, score: candidate.score)
    } else {
      filter.update(aroundLandmarks: candidate.box)
    }
    box = filter.box
    hits += 1
    (missedUpdates, missedFrames, skippedFrames) = (0, 0, 0)
    (seen, observationIndex) = (candidate.figure, candidate.index)
    score = 0.8 * score + 0.2 * candidate.score
    votes.add(candidate.objectClass, score: candidate.score)
    guard candidate.isClear, let seen = candidate.histogram else { return }
    if histogram == nil { histogram = seen } else { histogram?.blend(with: seen, share: 0.1) }
  }

  mutating func miss(frames: Double) {
    hits = 0
    missedUpdates += 1
    missedFrames += frames
  }

  /// Stops a lost box that moves out of the image, so that it is near where it will come back.
  mutating func wait(atEdgeOf size: CGSize) {
    filter.stop(within: size)
    box = filter.box
  }

  /// Counts a frame without a detector, which is no miss.
  mutating func skip(frames: Double) {
    skippedFrames += frames
    if isLost || skippedFrames > 2 { missedFrames += frames }
  }
}

/// Each observation votes for its class with its score, and old votes fade.
struct ClassVotes: Sendable {
  private static let memory = 0.95

  private var votes: [(kind: ObjectClass, weight: Double)]

  init(_ first: ObjectClass, score: Double) { votes = [(first, score)] }

  /// The class with the most votes; the older one of equals.
  var majority: ObjectClass { votes.dropFirst().reduce(votes[0]) { $1.weight > $0.weight ? $1 : $0 }.kind }

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
  let figure: Figure
  let score: Double
  let objectClass: ObjectClass
  let index: Int
  /// Whether the score is at least `highScore`.
  let isHighScore: Bool
  /// The colours of a high-score observation, where there is an image.
  var histogram: ColorHistogram?
  /// Whether hardly any of it is covered by another high-score observation, so that the colours are its own.
  var isClear = true

  var box: PixelBox { figure.box }

  /// The maximum number of candidates of a frame. Detectors find up to a hundred; tables of the assignment grow with
  /// the square.
  private static let maximumCount = 500

  /// The maximum covered share of a box whose colours count as its own.
  private static let clearShare = 0.1

  /// The candidates of a frame, best first, without boxes of no area, NaN scores, and boxes that overlap a better one
  /// too much.
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
    for index in counting where kept.count < maximumCount {
      let observation = observations[index]
      guard let box = PixelBox(observation.boundingBox) else { continue }
      let figure = Figure(box: box, landmarks: observation.landmarks)
      if kept.contains(where: { figure.repeats($0.figure, overlap: Double(options.suppressionOverlap)) }) { continue }
      kept.append(
        TrackCandidate(
          figure: figure, score: Double(observation.score), objectClass: observation.objectClass, index: index,
          isHighScore: observation.score >= options.highScore))
    }
    return kept
  }
}

/// The box of an observation, with the landmarks of a person, hand or face.
struct Figure: Sendable {
  let box: PixelBox
  /// In pixels; empty for a box alone.
  let landmarks: [SIMD2<Double>]

  /// The distance at which a landmark agrees by half, in scales of the box.
  private static let tolerance = 0.2
  /// The minimum agreement of two observations of one subject in one frame.
  private static let sameSubject = 0.95

  /// The mean agreement of landmarks with those of this figure, moved and scaled to another box: 1 for equal ones. Nil
  /// where either has none. Source: COCO's object keypoint similarity, with one kernel for all points. Its tail is
  /// heavier than a Gaussian's, so that of two far places the nearer one agrees better.
  func moved(to target: PixelBox, agreementWith other: Figure) -> Double? {
    guard !landmarks.isEmpty, landmarks.count == other.landmarks.count else { return nil }
    let scale = target.scale
    let zoom = scale / box.scale
    let (from, to) = (SIMD2(box.centerX, box.centerY), SIMD2(target.centerX, target.centerY))
    let tolerance = Self.tolerance * scale * Self.tolerance * scale
    var sum = 0.0
    for index in landmarks.indices {
      let step = other.landmarks[index] - to - (landmarks[index] - from) * zoom
      sum += tolerance / (tolerance + (step * step).sum())
    }
    let mean = sum / Double(landmarks.count)
    return mean.isFinite ? mean : 0
  }

  /// Whether it shows the subject of a better observation once more: in the same box, with nearly the same landmarks
  /// where there are some.
  func repeats(_ better: Figure, overlap: Double) -> Bool {
    guard box.intersectionOverUnion(better.box) >= overlap else { return false }
    return better.moved(to: better.box, agreementWith: self).map { $0 >= Self.sameSubject } ?? true
  }
}
