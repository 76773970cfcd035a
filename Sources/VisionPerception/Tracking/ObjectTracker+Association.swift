import Foundation
import VisionImaging

extension ObjectTracker {
  /// Matches observations with tracks, stage by stage, and updates these. Returns the high-score observations that
  /// match no track.
  mutating func associate(_ candidates: [TrackCandidate]) -> [TrackCandidate] {
    let rules = rules
    var highScore = candidates.filter(\.isHighScore)
    var lowScore = candidates.filter { !$0.isHighScore }
    if highScore.contains(where: { !$0.figure.landmarks.isEmpty }) {
      // Alone, since the other stages make as many pairs as they can: where one of three in a row is lost, each would
      // take its neighbour's place.
      match({ $0.isConfirmed }, with: &highScore, rules.agreeing)
      // All others at once, visible or lost: where the right one is far from its prediction, one nearby would be taken
      // for it. Hands are faster than their boxes are large.
      match({ $0.isConfirmed }, with: &highScore, reach: rules.longestReach, rules.moved)
    }
    match({ $0.isConfirmed }, with: &highScore) { rules.similar($0, $1, minOverlap: rules.options.matchOverlap) }
    match({ $0.isConfirmed && $0.missedUpdates == 0 }, with: &lowScore, rules.lowScore)
    match({ $0.isConfirmed && $0.isLost }, with: &highScore, reach: rules.longestReach, rules.lost)
    match({ !$0.isConfirmed }, with: &highScore) { rules.similar($0, $1, minOverlap: rules.options.newMatchOverlap) }
    return highScore
  }

  /// One stage: matches the tracks that have no observation yet with the remaining observations, and removes the
  /// matched ones. Only pairs whose boxes overlap, or whose centres are within `reach` times the track's scale, are
  /// considered.
  private mutating func match(
    _ takesPart: (Track) -> Bool, with candidates: inout [TrackCandidate], reach: Double = 0,
    _ gain: (Track, TrackCandidate) -> Double?
  ) {
    guard !candidates.isEmpty else { return }
    let waiting = tracks.indices.filter { tracks[$0].observationIndex == nil && takesPart(tracks[$0]) }
    let boxes = candidates.map(\.box)
    var allowed: [LinearAssignment.Pair] = []
    for track in waiting {
      let box = tracks[track].box
      let distance = reach * box.scale
      for (candidate, seen) in boxes.enumerated()
      where box.meets(seen) || distance > 0 && tracks[track].distance(to: seen) < distance {
        guard let gain = gain(tracks[track], candidates[candidate]) else { continue }
        allowed.append(LinearAssignment.Pair(row: track, column: candidate, gain: gain))
      }
    }
    guard !allowed.isEmpty else { return }
    let pairs = LinearAssignment.solve(allowed)
    for pair in pairs { tracks[pair.row].see(candidates[pair.column]) }
    let taken = Set(pairs.map(\.column))
    candidates = candidates.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
  }

  package var followedIDs: Set<Int> { Set(tracks.compactMap(\.trackingID)) }
}

/// The gain of a track with an observation, one function for each stage; nil forbids the pair. Source: ByteTrack's
/// cascade (high-score observations first, low-score ones for the remaining tracks), with colour beside overlap.
struct AssociationRules: Sendable {
  let options: ObjectTrackerOptions

  /// The similarity with a gain of 0; a lower one counts against a pair.
  private static let neutralSimilarity = 0.7
  private static let reachFrameLimit = 20.0
  /// The ratios of area in which a lost object may return where its box does not overlap.
  private static let areaRatios = 0.4..<2.5

  /// The maximum distance from its predicted position at which an object can be found, in scales of its box.
  var longestReach: Double { Double(options.lostReach) + Double(options.lostReachGrowth) * Self.reachFrameLimit }

  /// The agreement of landmarks that continues a track without a look at boxes and colours.
  private static let minAgreement = 0.5
  /// The weight of the log-likelihood of landmarks against overlap, which has the weight 1.
  private static let landmarkWeight = 0.2

  /// A confirmed track, visible or lost, and an observation with landmarks where its own have to be.
  func agreeing(_ track: Track, _ candidate: TrackCandidate) -> Double? {
    guard let agreement = track.agreement(with: candidate), agreement >= Self.minAgreement else { return nil }
    return landmarkGain(track, candidate) + (similarityGain(track, candidate, minimum: 0) ?? 0)
  }

  private func landmarkGain(_ track: Track, _ candidate: TrackCandidate) -> Double {
    guard track.hasLandmarks, !candidate.figure.landmarks.isEmpty else { return 0 }
    return Self.landmarkWeight * track.logLikelihood(of: candidate)
  }

  /// Whether an observation that matched no track shows one of them once more.
  func isRepeated(_ track: Track, _ candidate: TrackCandidate) -> Bool {
    if let agreement = track.agreement(with: candidate) { return agreement >= Self.minAgreement }
    return track.box.intersectionOverUnion(candidate.box) > Double(options.duplicateOverlap)
  }

  /// A track matched in the previous update, and a low-score observation. Class and colour of these are unreliable and
  /// do not count.
  func lowScore(_ track: Track, _ candidate: TrackCandidate) -> Double? {
    let overlap = track.box.intersectionOverUnion(candidate.box)
    return overlap >= Double(options.lowScoreMatchOverlap) ? overlap * candidate.score : nil
  }

  func lost(_ track: Track, _ candidate: TrackCandidate) -> Double? {
    let overlap = track.box.intersectionOverUnion(candidate.box)
    guard let nearness = nearness(track, candidate, overlap: overlap),
      let gain = similarityGain(track, candidate, minimum: options.lostColorSimilarity)
    else { return nil }
    return overlap * candidate.score + gain + 0.5 * max(0, nearness.inScales)
  }

  /// A confirmed track, visible or lost, and an observation with landmarks anywhere within the reach of a lost one.
  func moved(_ track: Track, _ candidate: TrackCandidate) -> Double? {
    guard track.agreement(with: candidate) != nil,
      let nearness = nearness(track, candidate, overlap: track.box.intersectionOverUnion(candidate.box)),
      let gain = similarityGain(track, candidate, minimum: options.colorSimilarity)
    else { return nil }
    return landmarkGain(track, candidate) + gain + 0.5 * max(0, nearness.inReaches)
  }

  /// 1 at the predicted position, less the distance from it in scales of the box and in shares of the reach. Nil where
  /// a lost track cannot be.
  private func nearness(
    _ track: Track, _ candidate: TrackCandidate, overlap: Double
  ) -> (inScales: Double, inReaches: Double)? {
    let distance = track.distance(to: candidate.box) / track.box.scale
    let reach =
      Double(options.lostReach) + Double(options.lostReachGrowth) * min(track.missedFrames, Self.reachFrameLimit)
    let isNear = distance < reach && Self.areaRatios.contains(candidate.box.area / track.box.area)
    guard isNear || overlap >= Double(options.lostMatchOverlap) else { return nil }
    return (1 - distance, 1 - distance / reach)
  }

  /// A track, confirmed or tentative, and a high-score observation that overlaps it.
  func similar(_ track: Track, _ candidate: TrackCandidate, minOverlap: Float) -> Double? {
    let overlap = track.box.intersectionOverUnion(candidate.box)
    guard overlap >= Double(minOverlap),
      let gain = similarityGain(track, candidate, minimum: options.colorSimilarity)
    else { return nil }
    return overlap * candidate.score + gain + landmarkGain(track, candidate)
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
