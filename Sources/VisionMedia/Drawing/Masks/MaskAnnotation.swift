import VisionImaging

/// A mask to draw.
public struct MaskAnnotation: Sendable {
  /// The mask, of the image's size, 0...1 a pixel.
  public var mask: Mask
  /// The tint; nil for the annotator's.
  public var color: DrawingColor?

  /// Makes a mask to draw.
  public init(mask: Mask, color: DrawingColor? = nil) {
    self.mask = mask
    self.color = color
  }
}

extension MaskAnnotation {
  /// The masks of a result's subjects, each in a colour of its own.
  package static func subjects(_ masks: [Mask]) -> [MaskAnnotation] {
    masks.enumerated().map { MaskAnnotation(mask: $1, color: .palette($0)) }
  }
}
