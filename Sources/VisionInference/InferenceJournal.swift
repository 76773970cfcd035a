import VisionCore

/// The reports of models that are loaded while it is current.
///
/// ```swift
/// let journal = InferenceJournal()
/// let task = try InferenceJournal.$current.withValue(journal) { try HandLandmarker(modelPath: path) }
/// print(journal.entries.flatMap { $0.report.text(name: $0.name) })
/// ```
package final class InferenceJournal: Sendable {
  /// A model and how it runs.
  package struct Entry: Sendable, Codable {
    /// The name of the model, for example `hand_detector.tflite`.
    package let name: String
    package let report: InferenceReport

    package init(name: String, report: InferenceReport) {
      self.name = name
      self.report = report
    }
  }

  /// What loads of this Swift task are noted in; nil, the default, for nothing.
  @TaskLocal package static var current: InferenceJournal?

  private let noted = Locked<[Entry]>([])

  package init() {}

  /// The models in the order in which they were loaded.
  package var entries: [Entry] { noted.withLock { $0 } }

  /// Notes a model.
  package func note(_ report: InferenceReport, of name: String) {
    noted.withLock { $0.append(Entry(name: name, report: report)) }
  }
}
