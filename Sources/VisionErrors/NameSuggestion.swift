extension Sequence<String> {
  /// The name that was probably meant by one that is not among these, for "did you mean".
  ///
  /// The distance is the number of characters to insert and remove, without regard to case; the first of equally close
  /// names wins.
  ///
  /// - Parameter name: What was written.
  /// - Returns: One of these names; nil when none is close.
  package func closest(to name: String) -> String? {
    let written = Array(name.lowercased())
    // More changes would leave too little of a short name.
    let limit = Swift.min(Swift.max(2, written.count / 3), written.count - 1)
    var best: (name: String, distance: Int)?
    for candidate in self {
      // By the length first: names come from model files and may be of any.
      guard abs(candidate.utf8.count - name.utf8.count) <= 4 * (limit + 1) else { continue }
      let distance = Array(candidate.lowercased()).difference(from: written).count
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }
}
