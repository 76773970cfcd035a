extension ObjectTracker {
  /// Finds out which observation is which track, stage by stage, and lets the tracks take them over.
  ///
  /// - Returns: The sure observations that are none of the tracks.
  mutating func associate(_ candidates: [TrackCandidate]) -> [TrackCandidate] {
    var sure = candidates.filter(\.isSure)
    var faint = candidates.filter { !$0.isSure }
    match({ $0.isConfirmed }, with: &sure, rules.known)
    match({ $0.isConfirmed && $0.missedUpdates == 0 }, with: &faint, rules.faint)
    match({ $0.isConfirmed && $0.isLost }, with: &sure, reach: rules.longestReach, rules.lost)
    match({ !$0.isConfirmed }, with: &sure, rules.newcomer)
    return sure
  }

  /// One stage: pairs the tracks that still wait for an observation with those that are left, and takes the pairs out. Only
  /// boxes that meet are asked about, and those whose centres are no farther apart than `reach` times the track's scale.
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
