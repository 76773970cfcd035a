import Foundation
import VisionImaging

/// Which track may match which observation, and the gain of the pair: one function for each stage. Nil forbids the
/// pair.
///
/// Source: ByteTrack's cascade (high-score observations first, low-score ones for the remaining tracks), with colour
/// beside overlap.
struct AssociationRules: Sendable {
  let options: ObjectTrackerOptions

  /// The similarity with a gain of 0; a lower one counts against a pair.
  private static let neutralSimilarity = 0.7
  /// The frames after which a lost object's reach stops growing.
  private static let reachFrameLimit = 20.0
  /// The ratios of area in which a lost object may return where its box does not overlap.
  private static let areaRatios = 0.4..<2.5

  /// The maximum distance from its predicted position at which an object can be found, in scales of its box.
  var longestReach: Double { Double(options.lostReach) + Double(options.lostReachGrowth) * Self.reachFrameLimit }

  /// A confirmed track, visible or lost, and a high-score observation.
  func known(_ track: Track, _ candidate: TrackCandidate) -> Double? {
    appearance(track, candidate, minOverlap: options.matchOverlap)
  }

  /// A track matched in the previous update, and a low-score observation. Class and colour of these are unreliable and
  /// do not count.
  func lowScore(_ track: Track, _ candidate: TrackCandidate) -> Double? {
    let overlap = track.box.intersectionOverUnion(candidate.box)
    return overlap >= Double(options.lowScoreMatchOverlap) ? overlap * candidate.score : nil
  }

  /// A lost track, and a high-score observation near its predicted position.
  func lost(_ track: Track, _ candidate: TrackCandidate) -> Double? {
    let distance = track.box.distance(to: candidate.box) / track.box.scale
    let reach =
      Double(options.lostReach) + Double(options.lostReachGrowth) * min(track.missedFrames, Self.reachFrameLimit)
    let isNear = distance < reach && Self.areaRatios.contains(candidate.box.area / track.box.area)
    let overlap = track.box.intersectionOverUnion(candidate.box)
    guard isNear || overlap >= Double(options.lostMatchOverlap),
      let gain = similarityGain(track, candidate, minimum: options.lostColorSimilarity)
    else { return nil }
    return overlap * candidate.score + gain + 0.5 * max(0, 1 - distance)
  }

  /// A tentative track, without an id, and a high-score observation that no confirmed track matched.
  func tentative(_ track: Track, _ candidate: TrackCandidate) -> Double? {
    appearance(track, candidate, minOverlap: options.newMatchOverlap)
  }

  private func appearance(_ track: Track, _ candidate: TrackCandidate, minOverlap: Float) -> Double? {
    let overlap = track.box.intersectionOverUnion(candidate.box)
    guard overlap >= Double(minOverlap),
      let gain = similarityGain(track, candidate, minimum: options.colorSimilarity)
    else { return nil }
    return overlap * candidate.score + gain
  }

  /// The gain of colour similarity, less the class penalty; nil below the minimum similarity. Colours count only where
  /// both have them.
  private func similarityGain(_ track: Track, _ candidate: TrackCandidate, minimum: Float) -> Double? {
    let penalty = track.votes.majority.index == candidate.objectClass.index ? 0 : Double(options.classPenalty)
    guard let own = track.histogram, let seen = candidate.histogram else { return -penalty }
    let similarity = own.similarity(to: seen)
    guard similarity >= Double(minimum) else { return nil }
    return Double(options.colorWeight) * (similarity - Self.neutralSimilarity) - penalty
  }
}
