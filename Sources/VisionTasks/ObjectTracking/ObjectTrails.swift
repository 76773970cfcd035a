import Foundation
import VisionResults

/// The trails of tracked objects over the last frames.
package struct ObjectTrails: Sendable {
  private var history = TrailHistory()

  package init() {}

  /// Adds the boxes of a frame.
  ///
  /// - Parameters:
  ///   - boxes: The boxes with their tracking IDs, in pixels as stored.
  ///   - time: The frame's time in milliseconds.
  /// - Returns: The trails so far.
  package mutating func update(with boxes: [(id: Int, box: CGRect)], timestampInMilliseconds time: Int) -> [Trail] {
    history.add(boxes.map { TrackedPoint(id: $0.id, centerOf: $0.box) }, atSeconds: Double(time) / 1000)
    return history.trails
  }

  /// Adds the objects of a frame to the trails.
  package mutating func update(
    with objects: [FoundObject], timestampInMilliseconds time: Int
  ) -> ObjectTrackingResult {
    let boxes = objects.compactMap { object in object.trackingID.map { (id: $0, box: object.box) } }
    return ObjectTrackingResult(objects: objects, trails: update(with: boxes, timestampInMilliseconds: time))
  }

  /// Adds the objects of a frame to the trails.
  package mutating func update(
    with objects: [TrackedObject], timestampInMilliseconds time: Int
  ) -> TrackedObjectsOutput {
    let boxes = objects.map { (id: $0.trackingID, box: $0.boundingBox) }
    return TrackedObjectsOutput(objects: objects, trails: update(with: boxes, timestampInMilliseconds: time))
  }

  /// Removes all trails.
  package mutating func removeAll() { history.removeAll() }
}

extension TrackedPoint {
  /// The center of an object's box.
  fileprivate init(id: Int, centerOf box: CGRect) {
    self.init(
      id: id,
      position: SIMD2(
        Double(box.origin.x) + Double(box.size.width) / 2, Double(box.origin.y) + Double(box.size.height) / 2))
  }
}
