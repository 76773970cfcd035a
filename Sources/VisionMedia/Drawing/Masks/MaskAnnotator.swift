import VisionCore
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

/// Tints the pixels of masks in proportion to their values. Where a mask is 0 the pixels are unchanged.
public struct MaskAnnotator: Annotator {
  /// The tint of masks that come without one.
  public var color: DrawingColor
  /// The opacity of the tint where a mask is 1, 0...1; values outside are clamped.
  public var opacity: Float

  /// Makes an annotator.
  public init(color: DrawingColor = .palette(0), opacity: Float = 0.45) {
    self.color = color
    self.opacity = opacity
  }

  /// Tints a copy of an image.
  ///
  /// - Parameters:
  ///   - image: The image underneath.
  ///   - mask: A mask of the image's size, 0...1 a pixel.
  /// - Returns: The image with the tint, opaque BGRA.
  /// - Throws: `TasksError` with `invalidArgumentError` for a mask of another size and for an image too large to draw on,
  ///   `notFoundError` when Cairo is not installed.
  public func annotate(_ image: ImageBuffer, with mask: Mask) throws -> ImageBuffer {
    try annotate(image, with: [MaskAnnotation(mask: mask)])
  }

  /// Tints a canvas, one mask after the other.
  ///
  /// - Parameters:
  ///   - annotations: Masks of the image's size, 0...1 a pixel. Values outside are clamped, NaN counts as 0.
  ///   - canvas: The image to draw on.
  /// - Throws: `TasksError` with `invalidArgumentError` for a mask of another size; nothing is drawn then.
  public func draw(_ annotations: [MaskAnnotation], on canvas: borrowing ImageCanvas) throws {
    let (width, height) = (canvas.width, canvas.height)
    for mask in annotations.map(\.mask) where mask.width != width || mask.height != height {
      throw TasksError.invalidArgument(
        "The mask has \(mask.width) x \(mask.height) values; the image has \(width) x \(height) pixels. "
          + "Both have to be of one size.")
    }
    canvas.withPixels { pixels in
      for annotation in annotations {
        let tint = MaskTint(color: annotation.color ?? color, opacity: opacity)
        annotation.mask.withUnsafeFloats { floats in
          guard let values = floats.baseAddress else { return }
          tint.apply(values, to: pixels, count: floats.count)
        }
      }
    }
  }
}
