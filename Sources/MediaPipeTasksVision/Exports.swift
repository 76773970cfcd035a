@_exported import VisionTasks

// As MediaPipe's headers do. On Linux the stand-ins for the types of Apple's modules have a module of their own: a
// package in the same build that asks `canImport(UIKit)` must not find one, unless a target depends on the product
// AppleTypes.
#if os(Linux)
  @_exported import AppleBase
#else
  #if canImport(UIKit)
    @_exported import UIKit
  #endif
  #if canImport(CoreMedia)
    @_exported import CoreMedia
    @_exported import CoreVideo
  #endif
#endif
