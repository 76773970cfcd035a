@_exported import VisionTasks

// As MediaPipe's headers do, so that this one import is enough. On Linux these are the stand-ins.
#if canImport(UIKit)
  @_exported import UIKit
#endif
#if canImport(CoreMedia)
  @_exported import CoreMedia
  @_exported import CoreVideo
#endif

// So that depending on this product brings the module.
#if os(Linux)
  @_exported import AVFoundation
#endif
