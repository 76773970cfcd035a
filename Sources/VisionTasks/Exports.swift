// Code written for iOS imports only `MediaPipeTasksVision` and uses Bundle, NSObject and CGRect.
@_exported import Foundation
@_exported import VisionCore
@_exported import VisionImaging
@_exported import VisionPerception
@_exported import VisionResults

@_exported import enum LiteRTEngine.Kernels
@_exported import enum LiteRTEngine.Precision
