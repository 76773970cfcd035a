import Foundation

/// The entry to ML Kit's vision tasks; of these, object detection and tracking are here.
///
/// ```swift
/// let objectDetector = Vision.vision().objectDetector()
/// ```
public final class Vision: NSObject, Sendable {
  private static let shared = Vision()

  /// The one instance.
  public static func vision() -> Vision { shared }

  /// Makes an object detector with default options: a stream's most prominent object, without categories.
  public func objectDetector() -> VisionObjectDetector {
    objectDetector(options: VisionObjectDetectorOptions())
  }

  /// Makes an object detector. Later changes of `options` have no effect on it.
  ///
  /// Cannot fail, as in ML Kit: the models are opened with the first image, and what is wrong with them or with an option is
  /// that image's error.
  ///
  /// - Parameter options: What the detector is to do.
  /// - Returns: A detector of its own, with its own numbers.
  public func objectDetector(options: VisionObjectDetectorOptions) -> VisionObjectDetector {
    VisionObjectDetector(options: options)
  }
}
