import Foundation
import VisionResults

/// An output with tracked objects, whose trails are drawn.
package protocol TrackedOutput: TaskOutput {
  /// The tracking IDs and boxes of the tracked objects, in pixels as stored.
  var trackedBoxes: [(id: Int, box: CGRect)] { get }
  /// The trails over the last frames, including this one.
  var trails: [Trail] { get set }
}

/// The trails of tracked objects over the last frames.
package struct ObjectTrails: Sendable {
  private var history = TrailHistory()

  package init() {}

  /// Adds the boxes of a frame, in pixels as stored, and returns the trails so far.
  package mutating func update(with boxes: [(id: Int, box: CGRect)], timestampInMilliseconds time: Int) -> [Trail] {
    history.add(boxes.map { TrackedPoint(id: $0.id, centerOf: $0.box) }, atSeconds: Double(time) / 1000)
    return history.trails
  }

  /// Adds the objects of a frame, and returns them with the trails so far.
  package mutating func update<Output: TrackedOutput>(
    with output: Output, timestampInMilliseconds time: Int
  ) -> Output {
    var output = output
    output.trails = update(with: output.trackedBoxes, timestampInMilliseconds: time)
    return output
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
