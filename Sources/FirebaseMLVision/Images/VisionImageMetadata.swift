import Foundation

/// What is known of a picture beside its pixels.
public final class VisionImageMetadata: NSObject {
  /// How the picture is stored; `.topLeft`, upright, by default.
  public var orientation = VisionDetectorImageOrientation.topLeft

  /// Makes metadata of an upright picture.
  public override init() {
    super.init()
  }
}
