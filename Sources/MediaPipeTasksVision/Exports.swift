@_exported import VisionTasks

// On Apple's platforms the system's modules are imported beside this one; on Linux the stand-ins come with it.
#if os(Linux)
  @_exported import AVFoundation
  @_exported import CoreMedia
  @_exported import CoreVideo
  @_exported import UIKit
#endif
