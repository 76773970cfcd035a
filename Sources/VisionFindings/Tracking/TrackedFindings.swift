import MediaPipeTasksVision
import VisionMedia

/// The objects that a detector found in one frame and a tracker follows, with the way each has come.
package struct TrackedFindings: BoxFindings {
  package let objects: [TrackedObject]
  /// The paths of the last frames, this one included.
  package let trails: [Trail]

  package init(objects: [TrackedObject], trails: [Trail]) {
    self.objects = objects
    self.trails = trails
  }

  package var isEmpty: Bool { objects.isEmpty }

  package var detections: [Detection] {
    objects.map { Detection(categories: [$0.category], boundingBox: $0.boundingBox, keypoints: nil) }
  }

  package var trackingIDs: [Int] { objects.map(\.trackingID) }
}
