import Foundation

/// Which track may be which observation, and what the pair is worth: one function a stage. Nil forbids the pair.
///
/// Source: ByteTrack's cascade (sure observations first, faint ones for what is left), with colour beside overlap.
struct AssociationRules: Sendable {
  let options: ObjectTrackerOptions

  /// The likeness that is worth nothing; less counts against a pair.
  private static let neutralSimilarity = 0.7
  /// The frames after which a lost object's reach grows no more.
  private static let reachFrameLimit = 20.0
  /// How many times as large or small a lost object may come back where its box does not overlap.
  private static let areaRatios = 0.4..<2.5

  /// How far from its predicted place an object can be found at all, in scales of its box.
  var longestReach: Double { Double(options.lostReach) + Double(options.lostReachGrowth) * Self.reachFrameLimit }

  /// A confirmed track, seen lately or lost, and a sure observation.
  func known(_ track: Track, _ candidate: TrackCandidate) -> Double? {
    appearance(track, candidate, leastOverlap: options.matchOverlap)
  }

  /// A track seen in the update before and a faint observation: neither class nor colour of one is worth anything.
  func faint(_ track: Track, _ candidate: TrackCandidate) -> Double? {
    let overlap = track.box.intersectionOverUnion(candidate.box)
    return overlap >= Double(options.faintMatchOverlap) ? overlap * candidate.score : nil
  }

  /// A lost track and a sure observation somewhere near its predicted place.
  func lost(_ track: Track, _ candidate: TrackCandidate) -> Double? {
    let distance = track.box.distance(to: candidate.box) / track.box.scale
    let reach =
      Double(options.lostReach) + Double(options.lostReachGrowth) * min(track.missedFrames, Self.reachFrameLimit)
    let isNear = distance < reach && Self.areaRatios.contains(candidate.box.area / track.box.area)
    let overlap = track.box.intersectionOverUnion(candidate.box)
    guard isNear || overlap >= Double(options.lostMatchOverlap),
      let likeness = likeness(track, candidate, least: options.lostColorSimilarity)
    else { return nil }
    return overlap * candidate.score + likeness + 0.5 * max(0, 1 - distance)
  }

  /// A track without an id and a sure observation that nobody else claims.
  func newcomer(_ track: Track, _ candidate: TrackCandidate) -> Double? {
    appearance(track, candidate, leastOverlap: options.newMatchOverlap)
  }

  private func appearance(_ track: Track, _ candidate: TrackCandidate, leastOverlap: Float) -> Double? {
    let overlap = track.box.intersectionOverUnion(candidate.box)
    guard overlap >= Double(leastOverlap),
      let likeness = likeness(track, candidate, least: options.colorSimilarity)
    else { return nil }
    return overlap * candidate.score + likeness
  }

  /// What class and colour add; nil where the colours differ too much. Without colours of both they do not count.
  private func likeness(_ track: Track, _ candidate: TrackCandidate, least: Float) -> Double? {
    let penalty = track.votes.majority.index == candidate.objectClass.index ? 0 : Double(options.classPenalty)
    guard let own = track.histogram, let seen = candidate.histogram else { return -penalty }
    let similarity = own.similarity(to: seen)
    guard similarity >= Double(least) else { return nil }
    return Double(options.colorWeight) * (similarity - Self.neutralSimilarity) - penalty
  }
}
