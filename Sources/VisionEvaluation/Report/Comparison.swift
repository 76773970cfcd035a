/// Two evaluations of the same labels: the difference of each metric, and the images that changed most.
package struct Comparison: Sendable {
  package struct Change: Sendable {
    package let name, title: String
    package let value, other: Double?

    /// How much higher the value is than the other one; nil where one of them is missing.
    package var difference: Double? {
      guard let value, let other else { return nil }
      return value - other
    }
  }

  package let evaluation, other: Evaluation
  /// What the other results are called: the name of their file.
  package let otherName: String

  package init(_ evaluation: Evaluation, with other: Evaluation, named otherName: String) {
    (self.evaluation, self.other, self.otherName) = (evaluation, other, otherName)
  }

  package var metrics: [Change] { Self.changes(evaluation.report.metrics, other.report.metrics) }

  /// The changes of the first metric of each class, the largest first.
  package var classes: [(name: String, change: Change)] {
    let others = Dictionary(other.report.classes.map { ($0.name, $0.metrics) }) { first, _ in first }
    return evaluation.report.classes.compactMap { row in
      Self.changes(row.metrics, others[row.name] ?? []).first.map { (row.name, $0) }
    }.filter { ($0.1.difference ?? 0) != 0 }.sorted { abs($0.1.difference ?? 0) > abs($1.1.difference ?? 0) }
  }

  /// The images whose loss differs, the largest difference first. It is positive for those that are worse than in the
  /// other results.
  package func changed(_ limit: Int) -> [(image: Int, difference: Double)] {
    let differences = zip(evaluation.cases, other.cases).map { (image: $0.image, difference: $0.loss - $1.loss) }
    let changed = differences.filter { abs($0.difference) > 1e-9 }
    return Array(changed.sorted { (abs($1.1), $0.0) < (abs($0.1), $1.0) }.prefix(limit))
  }

  private static func changes(_ metrics: [EvaluationReport.Metric], _ others: [EvaluationReport.Metric]) -> [Change] {
    let values = Dictionary(others.map { ($0.name, $0.value) }) { first, _ in first }
    return metrics.map { Change(name: $0.name, title: $0.title, value: $0.value, other: values[$0.name] ?? nil) }
  }
}

extension Comparison: Encodable {
  private enum Key: CodingKey { case other, report, metrics, changedImages }

  private struct Values: Encodable { let value, other, difference: Double? }

  private struct ChangedImage: Encodable {
    let file: String
    let frame: Int?
    let lossDifference: Double
  }

  /// Writes the other results' report, each metric's values and difference, and the images that changed most.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(otherName, forKey: .other)
    try container.encode(other.report, forKey: .report)
    let values = metrics.map { ($0.name, Values(value: $0.value, other: $0.other, difference: $0.difference)) }
    try container.encode(Dictionary(uniqueKeysWithValues: values), forKey: .metrics)
    let images = evaluation.labels.images
    try container.encode(
      changed(100).map {
        ChangedImage(file: images[$0.image].file, frame: images[$0.image].frame, lossDifference: $0.difference)
      }, forKey: .changedImages)
  }
}
