@_exported import VisionTasks

// As MediaPipe's headers do. On Linux these are the stand-ins.
#if AppleTypes && canImport(UIKit)
  @_exported import UIKit
#endif
#if AppleTypes && canImport(CoreMedia)
  @_exported import CoreMedia
  @_exported import CoreVideo
#endif

// Makes the module available to clients of this product.
#if AppleTypes && os(Linux)
  @_exported import AVFoundation
#endif
