import Foundation
import VisionImaging
import VisionPerception
import VisionResults

/// A detector followed by a tracker: the objects of a video have tracking IDs.
///
/// ```
/// image → detector → tracker → objects with IDs → trails
/// ```
package final class TrackedDetectionPipeline: VisionPipeline {
  private let detector: ObjectDetectorPipeline
  private var tracker: ObjectTracker
  /// The tracker of a new stream, whose IDs begin at 1.
  private let newTracker: ObjectTracker
  private var cuts = SceneCuts()
  private var trails = ObjectTrails()

  /// - Parameters:
  ///   - detector: Detects all objects, including low-score ones.
  ///   - tracker: Selects the objects to report.
  package init(_ detector: ObjectDetectorPipeline, tracker: ObjectTracker) {
    self.detector = detector
    self.tracker = tracker
    newTracker = tracker
  }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> TrackedObjectsOutput {
    let result = try detector.process(frame, timestampInMilliseconds: timestampInMilliseconds)
    let objects = try tracker.update(
      with: result.detections.map(ObjectObservation.init), image: frame.image,
      timestampInMilliseconds: timestampInMilliseconds
    ).visible(afterCut: cuts.isCut(at: frame.image))
    return trails.update(with: TrackedObjectsOutput(objects: objects), timestampInMilliseconds: timestampInMilliseconds)
  }

  package func reset() {
    (tracker, cuts) = (newTracker, SceneCuts())
    trails.removeAll()
  }
}

/// The tracked objects of a frame and their trails.
package struct TrackedObjectsOutput: TrackedOutput {
  package static let format = OutputFormat(
    task: "detect", title: "ObjectTracker", subject: .object, parts: [BoxesFormat.trackedObjects])

  /// The objects, best first.
  package let objects: [TrackedObject]
  /// The trails over the last frames, including this one.
  package var trails: [Trail]

  package init(objects: [TrackedObject], trails: [Trail] = []) {
    self.objects = objects
    self.trails = trails
  }

  package var trackedBoxes: [(id: Int, box: CGRect)] { objects.map { (id: $0.trackingID, box: $0.boundingBox) } }

  package var parts: [any OutputPart] {
    [BoxesPart(.trackedObjects, objects.map { OutputBox($0) }, trails: trails)]
  }
}

extension BoxesFormat {
  /// Boxes with a tracking ID and one category.
  package static let trackedObjects = BoxesFormat(
    title: "Object", boxTitle: "Box", column: "detection", roundsBoxes: true, categories: .list(title: "Category"),
    numbering: .headline)
}
