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
}
