import VisionResults

/// Labels and answers of the same images, and what follows from them.
package struct Evaluation: Sendable {
  package let labels: LabelSet
  package let answers: [ImageAnswer?]
  package let content: LabelSet.Content
  package private(set) var report: EvaluationReport
  /// A case for each image, in the order of the labels.
  package let cases: [ImageCase]

  /// The worst images first; those without an error are left out.
  package func worst(_ limit: Int) -> [ImageCase] {
    Array(cases.filter { $0.loss > 0 }.sorted { ($1.loss, $0.image) < ($0.loss, $1.image) }.prefix(limit))
  }

  /// Computes the metrics.
  ///
  /// - Parameters:
  ///   - labels: Labels in pixels.
  ///   - answers: An answer for each image; nil for one that could not be processed, in which nothing counts as found.
  ///   - content: What is evaluated.
  ///   - knownNames: The classes of the model; nil to take those of the answers.
  ///   - landmarks: The format of the task's landmarks; nil for a task without them.
  /// - Throws: `TasksError` for keypoints that do not correspond to the task's landmarks.
  package init(
    labels: LabelSet, answers: [ImageAnswer?], content: LabelSet.Content, knownNames: [String]? = nil,
    landmarks: LandmarksFormat? = nil
  ) throws {
    (self.labels, self.answers, self.content) = (labels, answers, content)
    let (report, cases) =
      switch content {
      case .boxes: BoxEvaluation(labels: labels, answers: answers).results()
      case .keypoints: try KeypointEvaluation(labels, answers, landmarks).results()
      case .classes: ClassEvaluation(labels: labels, answers: answers).results()
      }
    (self.report, self.cases) = (report, cases)
    self.report.problems = labels.problems.kinds
    count(knownNames)
  }

  /// Says of which task and which labels the figures are.
  package mutating func name(task: String, labels: String, format: String) {
    (report.task, report.labels, report.format) = (task, labels, format)
  }

  private mutating func count(_ knownNames: [String]?) {
    let index = ClassName.index(of: labels.categories.map(\.name))
    var names: [String: Int] = [:]
    for answer in answers.compactMap({ $0 }) {
      report.counts.impossible += answer.impossibleCount
      for object in answer.objects { names[object.category, default: 0] += 1 }
      // Further classes of an image are no results of their own.
      for category in answer.classes.prefix(1) { names[category.name, default: 0] += 1 }
    }
    report.counts.images = answers.count
    report.counts.failed = answers.count { $0 == nil }
    report.counts.labels = labels.images.reduce(0) { sum, image in
      switch content {
      case .classes: sum + image.classes.count
      case .boxes: sum + image.objects.count
      case .keypoints: sum + image.objects.count { $0.keypoints != nil }
      }
    }
    report.counts.results = names.values.reduce(0, +)
    let unknown = names.filter { index($0.key) == nil && content != .keypoints }
    report.counts.unknown = unknown.values.reduce(0, +)
    report.unknownResults = unknown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    guard content != .keypoints else { return }
    let known = ClassName.index(of: knownNames ?? Array(names.keys))
    let used = Set(labels.images.flatMap { $0.objects.map(\.category) + $0.classes })
    report.unknownLabels = labels.categories.indices.filter { used.contains($0) }.map { labels.categories[$0].name }
      .filter { known($0) == nil && !(content == .classes && ClassName.isNone($0)) }
  }
}
