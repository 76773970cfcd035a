import VisionImaging

extension ObjectTracker {
  /// Matches observations with tracks, stage by stage, and updates the matched tracks.
  ///
  /// - Returns: The high-score observations that match no track.
  mutating func associate(_ candidates: [TrackCandidate]) -> [TrackCandidate] {
    var highScore = candidates.filter(\.isHighScore)
    var lowScore = candidates.filter { !$0.isHighScore }
    match({ $0.isConfirmed }, with: &highScore, rules.known)
    match({ $0.isConfirmed && $0.missedUpdates == 0 }, with: &lowScore, rules.lowScore)
    match({ $0.isConfirmed && $0.isLost }, with: &highScore, reach: rules.longestReach, rules.lost)
    match({ !$0.isConfirmed }, with: &highScore, rules.tentative)
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
      for (candidate, seen) in boxes.enumerated() where box.meets(seen) || box.distance(to: seen) < distance {
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
}

extension ObjectTracker {
  /// The ids of all tracked objects, with those out of sight.
  package var followedIDs: Set<Int> { Set(tracks.compactMap(\.trackingID)) }
}
