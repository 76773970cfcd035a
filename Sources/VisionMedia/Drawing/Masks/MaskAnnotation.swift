import VisionTasks

/// A mask to draw.
public struct MaskAnnotation: Sendable {
  /// The mask, of the picture's size, 0...1 a pixel.
  public var mask: Mask
  /// The tint; nil for the annotator's.
  public var color: DrawingColor?

  /// Makes a mask to draw.
  public init(mask: Mask, color: DrawingColor? = nil) {
    self.mask = mask
    self.color = color
  }
}
