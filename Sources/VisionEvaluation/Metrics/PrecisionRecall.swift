/// Average precision and recall as pycocotools' `COCOeval` computes them.
package struct PrecisionRecall: Sendable {
  package struct Parameters: Sendable {
    /// At most 16.
    package let thresholds: [Double]
    package let areas: [ClosedRange<Double>]
    /// Numbers of results of an image and category that count, in ascending order.
    package let counts: [Int]

    /// The thresholds of COCO: 0.50 to 0.95, as numpy's `linspace` makes them.
    package static let similarities: [Double] = (0..<10).map { (step: Int) -> Double in
      let width: Double = (0.95 - 0.5) / 9
      return step == 9 ? 0.95 : Double(step) * width + 0.5
    }

    private static let largest = 1e10
    private static let small = 32.0 * 32.0
    private static let medium = 96.0 * 96.0

    /// All, small, medium and large boxes; 1, 10 and 100 results.
    package static let boxes = Parameters(
      thresholds: similarities, areas: [0...largest, 0...small, small...medium, medium...largest], counts: [1, 10, 100])
    /// All, medium and large objects; 20 results.
    package static let keypoints = Parameters(
      thresholds: similarities, areas: [0...largest, small...medium, medium...largest], counts: [20])
  }

  /// The values of one category; nil where there is no label.
  package struct Category: Sendable {
    /// The mean of the precisions at 101 recalls, and the recall of all results. In the order of areas, then counts,
    /// then thresholds.
    fileprivate let values: [(precision: Double, recall: Double)?]
    /// The precision at each of the 101 recalls, for the first threshold, all areas and the largest count.
    package let curve: [Double]
    package let labelCount: Int
  }

  package let parameters: Parameters
  package let categories: [Category]

  /// Takes for each category the groups of the images, in the images' order.
  package init(_ groups: [[MatchGroup]], _ parameters: Parameters) {
    self.parameters = parameters
    let size = parameters.areas.count * parameters.counts.count * parameters.thresholds.count
    // Most of thousands of categories may have no label: they share one list.
    let empty = Category(values: Array(repeating: nil, count: size), curve: [], labelCount: 0)
    categories = groups.map { images in
      images.allSatisfy(\.labels.isEmpty) ? empty : Self.category(images, parameters)
    }
  }

  package enum Value: Sendable { case precision, recall }

  /// The mean over categories with labels and thresholds; nil without labels. Areas and counts are places in the
  /// parameters' lists; nil stands for all thresholds, the largest count and all categories.
  package func mean(
    _ value: Value, threshold: Int? = nil, area: Int = 0, count: Int? = nil, category: Int? = nil
  ) -> Double? {
    let count = count ?? parameters.counts.count - 1
    var (sum, number) = (0.0, 0)
    for category in category.map({ categories[$0...$0] }) ?? categories[...] {
      for index in threshold.map({ $0..<$0 + 1 }) ?? parameters.thresholds.indices {
        let place = (area * parameters.counts.count + count) * parameters.thresholds.count + index
        guard let values = category.values[place] else { continue }
        sum += value == .precision ? values.precision : values.recall
        number += 1
      }
    }
    return number > 0 ? sum / Double(number) : nil
  }

  private static func category(_ groups: [MatchGroup], _ parameters: Parameters) -> Category {
    var values: [(precision: Double, recall: Double)?] = []
    var curve: [Double] = []
    var labelCount = 0
    for (area, areas) in parameters.areas.enumerated() {
      let matches = groups.map { $0.matches(parameters.thresholds, areas: areas) }
      let count = matches.reduce(0) { $0 + $1.labelCount }
      if area == 0 { labelCount = count }
      for limit in parameters.counts {
        let entries = ranked(groups, matches, limit)
        for threshold in parameters.thresholds.indices {
          guard count > 0 else {
            values.append(nil)
            continue
          }
          let (precisions, recall) = Self.curve(entries, threshold, labelCount: count)
          values.append((precisions.reduce(0, +) / Double(precisions.count), recall))
          if area == 0, threshold == 0, limit == parameters.counts.last { curve = precisions }
        }
      }
    }
    return Category(values: values, curve: curve, labelCount: labelCount)
  }

  private struct Entry {
    let score: Double
    let matched, ignored: UInt16
  }

  /// The results of all images, best first; of equal scores those of earlier images.
  private static func ranked(_ groups: [MatchGroup], _ matches: [MatchGroup.Matches], _ limit: Int) -> [Entry] {
    let entries = zip(groups, matches).flatMap { group, matches in
      group.found.indices.prefix(limit).map {
        Entry(score: group.found[$0].score, matched: matches.matched[$0], ignored: matches.ignored[$0])
      }
    }
    let order = entries.indices.sorted { (entries[$1].score, $0) < (entries[$0].score, $1) }
    return order.map { entries[$0] }
  }

  /// The highest precision at each of 101 recalls or beyond it, and the recall of all results.
  private static func curve(_ entries: [Entry], _ threshold: Int, labelCount: Int) -> ([Double], Double) {
    let mask = UInt16(1) << threshold
    var (right, wrong) = (0.0, 0.0)
    // At each right result; precision falls at every wrong one.
    var (precisions, recalls): ([Double], [Double]) = ([], [])
    for entry in entries where entry.ignored & mask == 0 {
      guard entry.matched & mask != 0 else {
        wrong += 1
        continue
      }
      right += 1
      precisions.append(right / (wrong + right + .ulpOfOne))
      recalls.append(right / Double(labelCount))
    }
    for index in precisions.indices.dropLast().reversed() {
      precisions[index] = max(precisions[index], precisions[index + 1])
    }
    var place = 0
    let curve = (0...100).map { step -> Double in
      let recall = step == 100 ? 1 : Double(step) * 0.01
      while place < recalls.count, recalls[place] < recall { place += 1 }
      return place < recalls.count ? precisions[place] : 0
    }
    return (curve, recalls.last ?? 0)
  }
}
