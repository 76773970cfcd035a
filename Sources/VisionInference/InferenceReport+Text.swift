import Foundation
import VisionErrors

extension InferenceReport {
  /// The report for a person: a headline with the model's name, a line for each kind of operators, then the notes.
  package func text(name: String) -> [String] {
    let work = String(format: "%.1f", Double(macs.float + macs.byte) / 1e6)
    var lines = ["\(name): \(engine), \(threadCount.counted("thread")), \(work) million MACs"]
    let width = placements.map(\.name.count).max() ?? 0
    for placement in placements {
      let padded = placement.name.padding(toLength: width, withPad: " ", startingAt: 0)
      lines.append("  \(padded)  x\(placement.count)  \(placement.kernel)")
    }
    return lines + notes.map { "  \($0)" }
  }
}
