package struct EvaluationReport: Sendable {
  package struct Metric: Sendable {
    /// The key in JSON, such as `AP50`.
    package let name: String
    /// What it measures, in words.
    package let title: String
    /// From 0 to 1, more is better; nil where no label is of the kind.
    package let value: Double?

    package init(_ name: String, _ title: String, _ value: Double?) {
      (self.name, self.title, self.value) = (name, title, value)
    }
  }

  /// The figures of a class or a keypoint.
  package struct Row: Sendable {
    package let name: String
    package let labelCount: Int
    package let metrics: [Metric]
  }

  package struct Confusion: Sendable, Encodable {
    package let expected: String
    /// Nil where nothing was found.
    package let found: String?
    package let count: Int
  }

  package struct Counts: Sendable, Encodable {
    package var images = 0
    /// Images without a result, which are missing, broken or refused. Nothing counts as found in them.
    package var failed = 0
    package var labels = 0
    package var results = 0
    /// Results whose class is none of the labels'.
    package var unknown = 0
    /// Results that are outside of the image or no numbers.
    package var impossible = 0
  }

  package var task = ""
  package var labels = ""
  package var format = ""
  package let content: LabelSet.Content
  package var counts = Counts()
  package var problems: [LabelProblems.Kind] = []
  /// Classes of the labels that the model or the results do not have.
  package var unknownLabels: [String] = []
  /// Classes of results that the labels do not have, the most frequent first.
  package var unknownResults: [String] = []
  package let metrics: [Metric]
  package let classes: [Row]
  package var keypoints: [Row] = []
  /// How often each pair occurs, the most frequent first; empty for tasks without classes of images.
  package var confusion: [Confusion] = []
  /// The precision at each of 101 recalls, at the lowest threshold; empty for classes of images.
  package var curve: [Double] = []
  /// Pairs of keypoints with a bone between them.
  package var bones: [[Int]] = []
}

extension EvaluationReport: Encodable {
  private enum Key: String, CodingKey {
    case task, labels, format, content, counts, problems, unknownLabels, unknownResults, metrics, classes, keypoints
    case confusion
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(task, forKey: .task)
    try container.encode(labels, forKey: .labels)
    try container.encode(format, forKey: .format)
    try container.encode(content, forKey: .content)
    try container.encode(counts, forKey: .counts)
    try container.encode(problems, forKey: .problems)
    try container.encode(unknownLabels, forKey: .unknownLabels)
    try container.encode(unknownResults, forKey: .unknownResults)
    try container.encode(Self.values(metrics), forKey: .metrics)
    try container.encode(classes, forKey: .classes)
    if !keypoints.isEmpty { try container.encode(keypoints, forKey: .keypoints) }
    if content == .classes { try container.encode(confusion, forKey: .confusion) }
  }

  /// An object with the values by their names; null for what there is no label of.
  private static func values(_ metrics: [Metric]) -> [String: Double?] {
    Dictionary(uniqueKeysWithValues: metrics.map { ($0.name, $0.value) })
  }
}

extension EvaluationReport.Row: Encodable {
  private enum Key: CodingKey { case name, labels, metrics }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(labelCount, forKey: .labels)
    try container.encode(EvaluationReport.values(metrics), forKey: .metrics)
  }
}
