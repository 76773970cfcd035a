import VisionImaging
import VisionPerception

/// A detector with a tracker behind it: the objects of a video are followed and have numbers.
///
/// ```
/// image → detector → tracker → objects with numbers → trails
/// ```
package final class TrackedDetectionPipeline: VisionPipeline {
  private let detector: ObjectDetectorPipeline
  private var tracker: ObjectTracker
  private var trails = ObjectTrails()

  /// - Parameters:
  ///   - detector: Finds all objects, those with low scores, too.
  ///   - tracker: Chooses those to report.
  package init(_ detector: ObjectDetectorPipeline, tracker: ObjectTracker) {
    self.detector = detector
    self.tracker = tracker
  }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> TrackedObjectsOutput {
    let found = try detector.process(frame, timestampInMilliseconds: timestampInMilliseconds)
    let objects = try tracker.update(
      with: found.detections.map(ObjectObservation.init), image: frame.image,
      timestampInMilliseconds: timestampInMilliseconds)
    return trails.update(with: objects, timestampInMilliseconds: timestampInMilliseconds)
  }

  package func reset() {
    tracker.reset()
    trails.removeAll()
  }
}
