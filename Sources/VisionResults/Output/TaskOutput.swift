import VisionImaging

/// A task's result that says which parts it consists of. Text, JSON Lines, CSV, COCO, drawings and the page are made from the
/// parts, so that a further task needs nothing there.
package protocol TaskOutput: Sendable {
  /// The task's name and what its parts are called.
  static var format: OutputFormat { get }

  /// What was found, in the order of the text output.
  var parts: [OutputPart] { get }
}

extension TaskOutput {
  /// The task's name and what its parts are called.
  package var format: OutputFormat { Self.format }

  /// Whether nothing was found.
  package var isEmpty: Bool { parts.allSatisfy(\.isEmpty) }

  /// The masks of the first part that has some; nil for a result without masks.
  package var masks: [Mask]? {
    for case .masks(let part) in parts { return part.masks }
    return nil
  }

  /// The boxes of all parts.
  package var boxes: [OutputBox] {
    parts.flatMap { part -> [OutputBox] in if case .boxes(let part) = part { part.boxes } else { [] } }
  }
}
