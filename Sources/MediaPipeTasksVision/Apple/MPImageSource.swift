#if AppleTypes && canImport(CoreMedia)
  import CoreMedia
  import CoreVideo

  #if AppleTypes && canImport(UIKit)
    import UIKit
  #endif

  /// The object that an `MPImage` was made from, for its accessors.
  ///
  /// `@unchecked Sendable` is safe although Apple's buffers are not Sendable: the tasks only read the pixels, through
  /// the `MPImage`.
  enum MPImageSource: @unchecked Sendable {
    #if AppleTypes && canImport(UIKit)
      case image(UIImage)
    #endif
    case pixelBuffer(CVPixelBuffer)
    case sampleBuffer(CMSampleBuffer)
  }
#endif
