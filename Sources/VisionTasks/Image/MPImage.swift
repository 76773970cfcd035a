import Foundation
import VisionImaging

/// A picture for a task: pixels and how they have to be turned to be upright.
///
/// Making one copies no pixels. Immutable, so it may be handed from thread to thread.
public final class MPImage: NSObject, Sendable {
  /// The pixels as stored.
  public let imageBuffer: ImageBuffer
  /// How the stored pixels have to be turned to be upright.
  ///
  /// A task sees the picture turned upright; the coordinates it returns are those of the stored pixels.
  public let orientation: ImageOrientation
  /// What the picture was made from.
  public let imageSourceType: MPImageSourceType

  /// Makes a picture from pixels in memory.
  ///
  /// Mirrored orientations are accepted here and refused by the tasks.
  ///
  /// - Parameters:
  ///   - imageBuffer: The pixels; 8-bit RGB, RGBA, BGRA or gray.
  ///   - orientation: How the pixels have to be turned to be upright.
  /// - Throws: Nothing today, since an `ImageBuffer` is always valid; the initialiser throws like MediaPipe's others.
  public init(imageBuffer: ImageBuffer, orientation: ImageOrientation = .up) throws {
    self.imageBuffer = imageBuffer
    self.orientation = orientation
    self.imageSourceType = .imageBuffer
    super.init()
  }

  /// The width as stored, in pixels.
  public var width: CGFloat { CGFloat(imageBuffer.width) }
  /// The height as stored, in pixels.
  public var height: CGFloat { CGFloat(imageBuffer.height) }
}
