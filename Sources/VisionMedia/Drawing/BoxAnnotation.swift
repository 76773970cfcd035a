import Foundation
import VisionResults

/// An object to draw.
public struct BoxAnnotation: Sendable, Hashable {
  /// The box in pixels; it may extend beyond the image.
  public var box: DrawingBox
  /// The label's text, such as "cat 0.72"; nil for no label.
  public var label: String?
  /// The color of the box and of the label's background.
  public var color: DrawingColor

  /// Makes an object to draw.
  public init(box: DrawingBox, label: String? = nil, color: DrawingColor = .palette(0)) {
    (self.box, self.label, self.color) = (box, label, color)
  }

  /// Makes a detected object to draw: its box with its best category, `cat 0.72`, in a color of its class.
  public init(_ detection: Detection) {
    self.init(OutputBox(detection))
  }

  /// Makes a tracked object to draw: its box with number, class and score, `#3 cat 0.72`, in a color of its number.
  public init(_ object: TrackedObject) {
    self.init(OutputBox(object))
  }

  /// Makes a box of an output to draw.
  ///
  /// - Parameters:
  ///   - box: The box, in a color of its tracking number, or else of its best category.
  ///   - isCoarse: Whether the categories are ML Kit's coarse ones, which have display names and palette colors.
  package init(_ box: OutputBox, isCoarse: Bool = false) {
    let best = box.categories.first
    let number = box.trackingID.map { "#\($0)" }
    let kind = best.map { category in
      let fallback = box.trackingID == nil ? "#\(category.index)" : "class \(category.index)"
      let name = isCoarse ? category.coarseText : category.displayName ?? category.categoryName ?? fallback
      return name + String(format: " %.2f", Double(category.score))
    }
    let label = [number, kind].compactMap { $0 }.joined(separator: " ")
    let index = best?.index ?? 0
    self.init(
      box: DrawingBox(box.box), label: label.isEmpty ? nil : label,
      color: box.trackingID.map(DrawingColor.palette) ?? (isCoarse ? .palette(index) : .category(index)))
  }
}
