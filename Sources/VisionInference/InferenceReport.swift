import Foundation
import VisionCore
import VisionModels

/// Which engine and which kernels run a model, and what was left out or refused.
package struct InferenceReport: Sendable, Hashable, Codable {
  /// Operators of one kind that run in the same way.
  package struct Placement: Sendable, Hashable, Codable {
    /// In the schema, for example `CONV_2D`.
    package let name: String
    package let count: Int
    /// What runs them: a kind of kernels, or the engine.
    package let kernel: String

    package init(name: String, count: Int, kernel: String) {
      (self.name, self.count, self.kernel) = (name, count, kernel)
    }
  }

  package let engine: String
  package let threadCount: Int
  /// Those with the fastest kernels first.
  package let placements: [Placement]
  package let macs: MACs
  /// What was done to the graph, what was refused or left to the engine, and why; a sentence each.
  package let notes: [String]

  package init(engine: String, threadCount: Int, placements: [Placement], macs: MACs, notes: [String]) {
    (self.engine, self.threadCount, self.placements) = (engine, threadCount, placements)
    (self.macs, self.notes) = (macs, notes)
  }

  /// A headline with the model's name, a line for each kind of operators, then the notes.
  package func text(name: String) -> [String] {
    let work = String(format: "%.1f", Double(macs.total) / 1e6)
    let width = placements.map(\.name.count).max() ?? 0
    return ["\(name): \(engine), \(threadCount.counted("thread")), \(work) million MACs"]
      + placements.map {
        "  \($0.name.padded(to: width))  x\($0.count)  \($0.kernel)"
      } + notes.map { "  \($0)" }
  }
}

/// The reports of models that are loaded while it is current.
///
/// ```swift
/// let journal = InferenceJournal()
/// let task = try InferenceJournal.$current.withValue(journal) { try HandLandmarker(modelPath: path) }
/// print(journal.entries.flatMap { $0.report.text(name: $0.name) })
/// ```
package final class InferenceJournal: Sendable {
  package struct Entry: Sendable, Codable {
    package let name: String
    package let report: InferenceReport

    package init(name: String, report: InferenceReport) { (self.name, self.report) = (name, report) }
  }

  /// What loads of this Swift task are noted in; nil, the default, for nothing.
  @TaskLocal package static var current: InferenceJournal?

  private let noted = Locked<[Entry]>([])

  package init() {}
  package var entries: [Entry] { noted.withLock { $0 } }

  package func note(_ report: InferenceReport, of name: String) {
    noted.withLock { $0.append(Entry(name: name, report: report)) }
  }
}
