import VisionImaging

#if AppleTypes && canImport(UIKit)
  import UIKit
#endif

extension ImageOrientation {
  #if AppleTypes && canImport(UIKit) && !os(Linux)
    /// Converts UIKit's orientation, which has the same raw values; `.up` for unknown future cases.
    init(_ orientation: UIImage.Orientation) {
      self = ImageOrientation(rawValue: orientation.rawValue) ?? .up
    }
  #else
    /// Returns the orientation itself: without the system's UIKit the types are the same.
    init(_ orientation: ImageOrientation) {
      self = orientation
    }
  #endif
}
