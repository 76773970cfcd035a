import VisionErrors
import VisionImaging
import VisionTasks

/// Tints the pixels of a mask, as strongly as the mask says.
public struct MaskAnnotator: Sendable {
  /// The tint.
  public var color: DrawingColor
  /// How much of the tint covers a certain pixel, 0...1.
  public var opacity: Float

  /// Makes an annotator.
  public init(color: DrawingColor, opacity: Float = 0.45) {
    self.color = color
    self.opacity = opacity
  }

  /// Tints a copy of a picture.
  ///
  /// - Parameters:
  ///   - image: The picture underneath.
  ///   - mask: A mask of the picture's size, 0...1 a pixel.
  /// - Returns: The picture with the tint, opaque BGRA.
  /// - Throws: `TasksError` with `invalidArgumentError` for a mask of another size.
  public func annotate(_ image: ImageBuffer, with mask: Mask) throws -> ImageBuffer {
    guard mask.width == image.width, mask.height == image.height else {
      throw TasksError.invalidArgument(
        "The mask has \(mask.width) x \(mask.height) values; the picture has \(image.width) x \(image.height) pixels.")
    }
    var result = try image.converted(to: .bgra)
    let tint = [color.blue, color.green, color.red].map { Float($0) * 255 }
    let bytesPerRow = result.bytesPerRow
    result.withUnsafeMutableBytes { bytes in
      for y in 0..<mask.height {
        for x in 0..<mask.width {
          let share = min(max(mask.float32Data[y * mask.width + x], 0), 1) * opacity
          let pixel = y * bytesPerRow + 4 * x
          for channel in 0..<3 {
            let value = Float(bytes[pixel + channel])
            bytes[pixel + channel] = UInt8(value + (tint[channel] - value) * share)
          }
          bytes[pixel + 3] = 255
        }
      }
    }
    return result
  }
}
