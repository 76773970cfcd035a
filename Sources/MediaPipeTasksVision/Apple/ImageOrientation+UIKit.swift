import VisionImaging

#if AppleTypes && canImport(UIKit)
  import UIKit
#endif

extension ImageOrientation {
  #if AppleTypes && canImport(UIKit) && !os(Linux)
    /// The same orientation as UIKit's, whose numbers are MediaPipe's; `.up` for one that UIKit may have in future.
    init(_ orientation: UIImage.Orientation) {
      self = ImageOrientation(rawValue: orientation.rawValue) ?? .up
    }
  #else
    /// Itself: where UIKit is not the system's, its orientations are these.
    init(_ orientation: ImageOrientation) {
      self = orientation
    }
  #endif
}
