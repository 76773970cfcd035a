import Foundation
import VisionResults

/// The structure of a task's results. The page draws and lists its parts without code for specific tasks.
struct OutputReport: Encodable {
  private struct Categories: Encodable {
    let key: String
    let title: String
    let label: CategoriesFormat.Label
    let missingText: String?
  }

  private struct LineGroup: Encodable {
    /// A CSS color.
    let color: String
    /// Pairs of landmark indices.
    let lines: [[Int]]
  }

  private let subject: OutputFormat.Subject
  private let categories: [Categories]
  /// The skeleton's lines; empty for a task without landmarks.
  private let topology: [LineGroup]

  init(_ format: OutputFormat) {
    subject = format.subject
    categories = format.categories.map {
      Categories(key: $0.key, title: $0.title, label: $0.label, missingText: $0.missingText)
    }
    topology = format.topology.map(Self.groups) ?? []
  }

  private static func groups(_ topology: LandmarkTopology) -> [LineGroup] {
    topology.groups.map { group in
      LineGroup(
        color: String(format: "#%06x", group.color), lines: topology.lines(of: group.name).map { [$0.start, $0.end] })
    }
  }
}
