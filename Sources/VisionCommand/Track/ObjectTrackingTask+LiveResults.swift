import FirebaseMLVision
import VisionOutput

extension ObjectTrackingTask {
  /// Makes a task whose answers of live-stream mode go to `liveResults`; nil in the other modes.
  convenience init(options: VisionObjectDetectorOptions, liveResults: LiveResults?) throws {
    guard let liveResults else {
      try self.init(options: options, answer: nil)
      return
    }
    try self.init(options: options, answer: { liveResults.add($0, $1, $2) })
  }
}
