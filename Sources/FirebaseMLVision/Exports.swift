@_exported import Foundation
@_exported import VisionErrors
@_exported import VisionImaging

@_exported import struct VisionPerception.ObjectTrackerOptions

// On Apple's platforms the system's modules are imported beside this one; on Linux the stand-ins come with it.
#if os(Linux)
  @_exported import AVFoundation
  @_exported import CoreMedia
  @_exported import CoreVideo
  @_exported import UIKit
#endif
