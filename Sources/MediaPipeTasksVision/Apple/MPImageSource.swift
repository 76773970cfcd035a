#if AppleTypes && canImport(CoreMedia)
  import CoreMedia
  import CoreVideo

  #if AppleTypes && canImport(UIKit)
    import UIKit
  #endif

  /// What an `MPImage` was made from, kept to be handed back.
  ///
  /// Sendable although Apple's buffers are not declared so: the tasks only read the pixels, and do it through the `MPImage`.
  enum MPImageSource: @unchecked Sendable {
    #if AppleTypes && canImport(UIKit)
      case image(UIImage)
    #endif
    case pixelBuffer(CVPixelBuffer)
    case sampleBuffer(CMSampleBuffer)
  }
#endif
