import Foundation
import VisionConcurrency

/// The metadata of a `VisionImage`: the orientation of its stored pixels.
public final class VisionImageMetadata: NSObject, Sendable {
  private let currentOrientation = Locked(VisionDetectorImageOrientation.topLeft)

  /// The orientation of the stored pixels; `.topLeft`, upright, by default.
  public var orientation: VisionDetectorImageOrientation {
    get { currentOrientation.withLock { $0 } }
    set { currentOrientation.withLock { $0 = newValue } }
  }

  /// Makes metadata for an upright image.
  public override init() {
    super.init()
  }
}
