import Foundation

/// What is known of an object that is followed.
struct Track: Sendable {
  /// The number; nil until the object has been seen often enough.
  var trackingID: Int?
  private(set) var filter: BoxKalmanFilter
  /// Where the object is taken to be.
  private(set) var box: TrackBox
  private(set) var score: Double
  private(set) var votes: ClassVotes
  private(set) var histogram: ColorHistogram?
  /// The updates in a row in which it was seen.
  private(set) var hits = 1
  /// The updates since it was seen last, and the frames of 25 a second.
  private(set) var missedUpdates = 0
  private(set) var missedFrames = 0.0
  /// Its place in the observations of this update.
  private(set) var observationIndex: Int?
  /// Frames since the last one in which a detector looked.
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

  /// Goes on to the next frame.
  mutating func predict(frames: Double) {
    filter.predict(frames: frames, isLost: isLost)
    box = filter.box
    observationIndex = nil
  }

  /// Takes over a sighting.
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

  /// Takes note of an update without a sighting.
  mutating func miss(frames: Double) {
    hits = 0
    missedUpdates += 1
    missedFrames += frames
  }

  /// Takes note of a frame in which no detector looked: no miss, as long as it is one of a few.
  mutating func skip(frames: Double) {
    skippedFrames += frames
    if isLost || skippedFrames > 2 { missedFrames += frames }
  }
}
