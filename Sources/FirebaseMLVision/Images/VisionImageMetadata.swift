import Foundation

// Safe to share: what changes is touched under the lock only.
/// What is known of an image beside its pixels.
public final class VisionImageMetadata: NSObject, @unchecked Sendable {
  private let lock = NSLock()
  private var currentOrientation = VisionDetectorImageOrientation.topLeft

  /// How the image is stored; `.topLeft`, upright, by default.
  public var orientation: VisionDetectorImageOrientation {
    get { lock.withLock { currentOrientation } }
    set { lock.withLock { currentOrientation = newValue } }
  }

  /// Makes metadata of an upright image.
  public override init() {
    super.init()
  }
}
