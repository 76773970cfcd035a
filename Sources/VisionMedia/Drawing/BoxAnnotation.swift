import Foundation
import VisionTasks

/// An object to draw.
public struct BoxAnnotation: Sendable, Hashable {
  /// The box around it, in pixels; it may reach over the picture's edge.
  public var box: DrawingBox
  /// What is written at it, such as "cat 0.72"; nil for nothing.
  public var label: String?
  /// The colour of the box and of the label's ground.
  public var color: DrawingColor

  /// Makes an object to draw.
  public init(box: DrawingBox, label: String? = nil, color: DrawingColor = .palette(0)) {
    self.box = box
    self.label = label
    self.color = color
  }

  /// Makes a detected object to draw: its box with its best category, `cat 0.72`, in a colour of its class.
  public init(_ detection: Detection) {
    let best = detection.categories.first
    self.init(
      box: DrawingBox(detection.boundingBox), label: best?.description, color: .category(best?.index ?? 0))
  }

  /// Makes a tracked object to draw: its box with number, class and score, `#3 cat 0.72`, in a colour of its number.
  public init(_ object: TrackedObject) {
    let kind = object.objectClass
    let name = kind.displayName ?? kind.name ?? "class \(kind.index)"
    self.init(
      box: DrawingBox(object.boundingBox),
      label: "#\(object.trackingID) \(name)" + String(format: " %.2f", Double(object.score)),
      color: .palette(object.trackingID))
  }
}
