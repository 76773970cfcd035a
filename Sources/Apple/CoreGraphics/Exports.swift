@_exported import Foundation
// Lets `CGImage(imageBuffer:)` be called with a picture of this package; the tasks' module exports it, too.
@_exported import VisionImaging
