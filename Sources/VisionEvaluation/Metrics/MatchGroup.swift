/// The labels and results of one category in one image, and how similar each result is to each label.
package struct MatchGroup: Sendable {
  package struct Label: Sendable {
    package let area: Double
    package let isCrowd: Bool
    /// Whether it counts neither as found nor as missed.
    package let isIgnored: Bool
  }

  package struct Found: Sendable { package let score, area: Double }

  package let labels: [Label]
  /// Best first.
  package let found: [Found]
  /// The index of each result in the list that the group was made of.
  package let order: [Int]
  /// A row for each result.
  private let similarities: [Double]

  /// Keeps the best results; of equal scores the first ones.
  package init(labels: [Label], found: [Found], limit: Int, similarity: (_ found: Int, _ label: Int) -> Double) {
    let order = Array(found.indices.sorted { (found[$1].score, $0) < (found[$0].score, $1) }.prefix(limit))
    (self.labels, self.order, self.found) = (labels, order, order.map { found[$0] })
    similarities = order.flatMap { index in labels.indices.map { similarity(index, $0) } }
  }

  package func similarity(_ found: Int, _ label: Int) -> Double { similarities[found * labels.count + label] }

  /// How the results of a group meet its labels: bits for each threshold.
  struct Matches {
    var matched, ignored: [UInt16]
    /// The number of labels that count.
    let labelCount: Int
  }

  /// Matches each result, best first, with the most similar free label, as pycocotools' `evaluateImg` does. Labels
  /// outside of the range of areas are ignored, and so are unmatched results outside of it.
  func matches(_ thresholds: [Double], areas: ClosedRange<Double>) -> Matches {
    let isIgnored = labels.map { $0.isIgnored || !areas.contains($0.area) }
    // Those that count first.
    let places = labels.indices.filter { !isIgnored[$0] } + labels.indices.filter { isIgnored[$0] }
    let outside = found.map { !areas.contains($0.area) }
    var matches = Matches(
      matched: Array(repeating: 0, count: found.count), ignored: Array(repeating: 0, count: found.count),
      labelCount: isIgnored.count { !$0 })
    for (bit, threshold) in thresholds.enumerated() {
      let mask = UInt16(1) << bit
      var isTaken = Array(repeating: false, count: labels.count)
      for index in found.indices {
        guard let label = best(for: index, at: threshold, places, isIgnored, isTaken) else {
          if outside[index] { matches.ignored[index] |= mask }
          continue
        }
        isTaken[label] = true
        matches.matched[index] |= mask
        if isIgnored[label] { matches.ignored[index] |= mask }
      }
    }
    return matches
  }

  private func best(
    for index: Int, at threshold: Double, _ places: [Int], _ isIgnored: [Bool], _ isTaken: [Bool]
  ) -> Int? {
    var highest = min(threshold, 1 - 1e-10)
    var best: Int?
    for label in places where !isTaken[label] || labels[label].isCrowd {
      // A label that counts is kept, whatever those that do not.
      if let best, !isIgnored[best], isIgnored[label] { break }
      let similarity = similarity(index, label)
      if similarity < highest { continue }
      (highest, best) = (similarity, label)
    }
    return best
  }
}
