@_exported import Foundation
// For `CGImage(imageBuffer:)`; the tasks' module exports it, too.
@_exported import VisionImaging
