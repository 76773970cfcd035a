import VisionImaging

/// A task's result as parts. Text, JSON Lines, CSV, COCO, drawings and the page use the parts only, so that a new task
/// needs no change there.
package protocol TaskOutput: Sendable {
  /// The task's name and the names of its parts.
  static var format: OutputFormat { get }

  /// The parts, in the order of the text output.
  var parts: [OutputPart] { get }
}

extension TaskOutput {
  /// The task's name and the names of its parts.
  package var format: OutputFormat { Self.format }

  /// Whether all parts are empty.
  package var isEmpty: Bool { parts.allSatisfy(\.isEmpty) }

  /// The masks of the first part with masks; nil without masks.
  package var masks: [Mask]? {
    for case .masks(let part) in parts { return part.masks }
    return nil
  }

  /// The boxes of all parts.
  package var boxes: [OutputBox] {
    parts.flatMap { part -> [OutputBox] in if case .boxes(let part) = part { part.boxes } else { [] } }
  }
}
