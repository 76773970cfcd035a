@_exported import VisionTasks

// As MediaPipe's headers do, so that this one import is enough. On Linux these are the stand-ins.
#if AppleTypes && canImport(UIKit)
  @_exported import UIKit
#endif
#if AppleTypes && canImport(CoreMedia)
  @_exported import CoreMedia
  @_exported import CoreVideo
#endif

// So that depending on this product brings the module.
#if AppleTypes && os(Linux)
  @_exported import AVFoundation
#endif
