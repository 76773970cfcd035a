import MediaPipeTasksVision

/// Findings that are boxes with categories.
package protocol BoxFindings: Findings {
  /// The objects, each with its categories.
  var detections: [Detection] { get }
  /// The numbers of objects that are followed, in the order of `detections`; empty where nothing is followed.
  var trackingIDs: [Int] { get }
}

extension BoxFindings {
  package var trackingIDs: [Int] { [] }
}
