@_exported import Foundation
// Lets `CGImage(imageBuffer:)` be called with an image of this package; the tasks' module exports it, too.
@_exported import VisionImaging
