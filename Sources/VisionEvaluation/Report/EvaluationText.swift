import Foundation
import VisionCore

/// An evaluation in words, for the terminal.
package struct EvaluationText {
  /// The maximum number of rows of a table without `listsAll`.
  private static let shownRows = 20

  private let report: EvaluationReport
  private let comparison: Comparison?
  private let listsAll: Bool

  package init(_ report: EvaluationReport, comparison: Comparison? = nil, listsAll: Bool = false) {
    (self.report, self.comparison, self.listsAll) = (report, comparison, listsAll)
  }

  package var lines: [String] {
    var lines = [Self.headline(report) + ":"]
    lines += Self.notes(report).map { "  " + $0 }
    if let comparison {
      lines.append("  " + Self.columns("", [("this", 8), ("other", 8), ("change", 8)]))
      lines += comparison.metrics.map { metric in
        let values = [Self.number(metric.value), Self.number(metric.other), Self.signed(metric.difference)]
        return "  " + Self.columns(metric.name, values.map { ($0, 8) }) + "  " + metric.title
      }
    } else {
      lines += report.metrics.map { "  " + Self.columns($0.name, [(Self.number($0.value), 8)]) + "  " + $0.title }
    }
    lines += table("Classes", report.classes)
    lines += table("Keypoints", report.keypoints)
    let confused = report.confusion.filter { $0.expected != $0.found }
    if !confused.isEmpty {
      lines.append("  Confused:")
      lines += shown(confused).map { "    \($0.expected) taken for \($0.found ?? "nothing"): \($0.count)" }
      lines += rest(confused.count)
    }
    if let comparison { lines += changes(comparison) }
    return lines.map { $0.replacing(/\s+$/, with: "") }
  }

  /// For example `detect on val.json (COCO): 5000 images, 36781 labels, 120 results`.
  package static func headline(_ report: EvaluationReport) -> String {
    "\(report.task) on \(report.labels) (\(report.format), \(report.content.title)): "
      + "\(report.counts.images.counted("image")), \(report.counts.labels.counted("label")), "
      + report.counts.results.counted("result")
  }

  /// What makes the figures lower, or other than expected.
  package static func notes(_ report: EvaluationReport) -> [String] {
    func list(_ names: [String]) -> String {
      let shown = names.prefix(8).joined(separator: ", ")
      return names.count > 8 ? shown + ", … (\(names.count))" : shown
    }
    let counts = report.counts
    var notes: [String] = []
    if counts.failed > 0 {
      notes.append("\(counts.failed.counted("image")) without a result; what is labelled there counts as missed.")
    }
    notes += report.problems.map { "Left out: \($0.text)." }
    if !report.unknownLabels.isEmpty {
      notes.append("Labelled, but no class of the model: \(list(report.unknownLabels)).")
    }
    if counts.unknown > 0 {
      notes.append(
        "\(counts.unknown.counted("result")) of classes that the labels do not have: \(list(report.unknownResults)).")
    }
    if counts.impossible > 0 {
      notes.append("\(counts.impossible.counted("result")) outside of the image or without numbers.")
    }
    return notes
  }

  private func table(_ title: String, _ rows: [EvaluationReport.Row]) -> [String] {
    guard let first = rows.first, rows.count > 1 || title != "Classes" || report.content != .boxes else { return [] }
    let metrics = first.metrics.prefix(4)
    let width = shown(rows).map(\.name.count).max() ?? 0
    let headings = [("labels", 8)] + metrics.map { ($0.name, max(9, $0.name.count + 2)) }
    var lines = ["  " + Self.columns("\(title):", headings, nameWidth: width)]
    lines += shown(rows).map { row in
      let values = zip(row.metrics, metrics).map { (Self.number($0.value), max(9, $1.name.count + 2)) }
      return "  " + Self.columns(row.name, [("\(row.labelCount)", 8)] + values, nameWidth: width)
    }
    return lines + rest(rows.count)
  }

  private func changes(_ comparison: Comparison) -> [String] {
    var lines: [String] = []
    let classes = comparison.classes
    if classes.count > 1 {
      lines.append("  Classes that changed:")
      let width = shown(classes).map(\.name.count).max() ?? 0
      lines += shown(classes).map {
        let change = [(Self.signed($0.change.difference), 8)]
        return "    " + Self.columns($0.name, change, nameWidth: width) + "  \($0.change.name)"
      }
      lines += rest(classes.count)
    }
    let images = comparison.changed(listsAll ? .max : Self.shownRows)
    if !images.isEmpty {
      lines.append("  Images that changed most (errors more or fewer):")
      lines += images.map {
        "    \(Self.signed($0.difference))  \(comparison.evaluation.labels.images[$0.image].name)"
      }
    }
    return lines
  }

  private func shown<Element>(_ rows: [Element]) -> ArraySlice<Element> {
    listsAll ? rows[...] : rows.prefix(Self.shownRows)
  }

  private func rest(_ count: Int) -> [String] {
    listsAll || count <= Self.shownRows ? [] : ["    ... (\(count) in all; --verbose lists them)"]
  }

  private static func columns(_ name: String, _ values: [(text: String, width: Int)], nameWidth: Int = 0) -> String {
    name.padded(to: max(nameWidth, 14))
      + values.map { String(repeating: " ", count: max(1, $0.width - $0.text.count)) + $0.text }.joined()
  }

  package static func number(_ value: Double?) -> String { value.map { String(format: "%.4f", $0) } ?? "-" }
  package static func signed(_ value: Double?) -> String { value.map { String(format: "%+.4f", $0) } ?? "-" }
}
