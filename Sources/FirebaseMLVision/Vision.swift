import Foundation

/// The entry point of ML Kit's vision tasks. Object detection and tracking are implemented.
///
/// ```swift
/// let objectDetector = Vision.vision().objectDetector()
/// ```
public final class Vision: NSObject, Sendable {
  private static let shared = Vision()

  /// Returns the shared instance.
  public static func vision() -> Vision { shared }

  /// Makes an object detector with default options: stream mode, the most prominent object only, no classification.
  public func objectDetector() -> VisionObjectDetector {
    objectDetector(options: VisionObjectDetectorOptions())
  }

  /// Makes an object detector. Later changes of `options` have no effect on it.
  ///
  /// Cannot fail, as in ML Kit: the models are opened with the first image, and an invalid model or option is an error
  /// of that image.
  ///
  /// - Parameter options: The detector's options.
  /// - Returns: A new detector with its own tracking IDs.
  public func objectDetector(options: VisionObjectDetectorOptions) -> VisionObjectDetector {
    VisionObjectDetector(options: options)
  }
}
