@_exported import Foundation
@_exported import VisionCore
@_exported import VisionImaging

@_exported import struct VisionPerception.ObjectTrackerOptions

// The guide's code imports only `Firebase`. On Linux these are the stand-ins.
#if os(Linux)
  @_exported import AppleBase
#else
  #if canImport(UIKit)
    @_exported import UIKit
  #endif
  #if canImport(CoreMedia)
    @_exported import AVFoundation
    @_exported import CoreMedia
    @_exported import CoreVideo
  #endif
#endif
