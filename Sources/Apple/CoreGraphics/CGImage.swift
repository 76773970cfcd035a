import Foundation
import VisionImaging

/// An image in memory, in place of Apple's class of this name: an `ImageBuffer` with Apple's names for its properties.
///
/// Immutable, so it may be handed from thread to thread. Apple's drawing contexts, colour spaces and data providers are
/// absent.
public final class CGImage: Sendable {
  /// The pixels, top row first, as stored. Not in Apple's class.
  public let imageBuffer: ImageBuffer

  /// Makes an image of pixels; nothing is copied. Not in Apple's class.
  public init(imageBuffer: ImageBuffer) {
    self.imageBuffer = imageBuffer
  }

  /// The width in pixels.
  public var width: Int { imageBuffer.width }
  /// The height in pixels.
  public var height: Int { imageBuffer.height }
  /// The bits of a channel, always 8.
  public var bitsPerComponent: Int { 8 }
  /// The bits of a pixel: 8 for gray, 24 for RGB, 32 for RGBA and BGRA.
  public var bitsPerPixel: Int { 8 * imageBuffer.format.bytesPerPixel }
  /// The distance from one row's first byte to the next row's.
  public var bytesPerRow: Int { imageBuffer.bytesPerRow }

  /// Where the alpha channel is.
  public var alphaInfo: CGImageAlphaInfo {
    switch imageBuffer.format {
    case .rgb, .gray: .none
    case .rgba: .last
    case .bgra: .first
    }
  }

  /// The part of the image inside a rectangle; its pixels are shared with this image.
  ///
  /// - Parameter rect: In pixels, origin at the top left. It is widened to whole pixels, then cut to the image.
  /// - Returns: The part, or nil when the rectangle does not touch the image or is not finite.
  public func cropping(to rect: CGRect) -> CGImage? {
    let edges = [rect.minX, rect.minY, rect.maxX, rect.maxY]
    guard edges.allSatisfy(\.isFinite) else { return nil }
    let left = Int(min(max(rect.minX.rounded(.down), 0), CGFloat(width)))
    let top = Int(min(max(rect.minY.rounded(.down), 0), CGFloat(height)))
    let right = Int(min(max(rect.maxX.rounded(.up), 0), CGFloat(width)))
    let bottom = Int(min(max(rect.maxY.rounded(.up), 0), CGFloat(height)))
    guard right > left, bottom > top else { return nil }
    let whole = imageBuffer
    let offset = top * whole.bytesPerRow + left * whole.format.bytesPerPixel
    // The closure holds the whole image, whose memory stays where it is as long as one copy of it lives.
    let part = whole.withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap { base in
        try? ImageBuffer(
          borrowing: base + offset, width: right - left, height: bottom - top, bytesPerRow: whole.bytesPerRow,
          format: whole.format, release: { withExtendedLifetime(whole) {} })
      }
    }
    return part.map(CGImage.init(imageBuffer:))
  }
}
