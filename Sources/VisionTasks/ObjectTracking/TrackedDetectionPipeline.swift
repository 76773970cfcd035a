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
    ).visible(afterCut: cuts.isCut(at: frame.view))
    return trails.update(with: TrackedObjectsOutput(objects: objects), timestampInMilliseconds: timestampInMilliseconds)
  }

  package func reset() {
    (tracker, cuts) = (newTracker, SceneCuts())
    trails.removeAll()
  }
}

package struct TrackedObjectsOutput: TrackedOutput {
  package static let format = OutputFormat(
    task: "detect", title: "ObjectTracker", subject: .object, parts: [BoxesFormat.trackedObjects])

  package let objects: [TrackedObject]
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

/// Recognizes hard cuts of a video, after which objects that are not detected are gone, not hidden.
///
/// Compares frames as grids of mean colours. A camera's movement changes a grid by a few levels from frame to frame, another scene by
/// tens.
struct SceneCuts {
  private static let sampler = AreaSampler(columns: 16, rows: 16, taps: 8)
  /// Minimum mean difference of a channel at a cut, in levels of 255.
  private static let minDifference = 25

  private var last: [UInt32]?

  /// Whether the scene of a frame differs from that of the previous frame.
  mutating func isCut(at image: ImageBuffer) -> Bool {
    var grid = [UInt32](repeating: 0, count: Self.sampler.columns * Self.sampler.rows)
    let isSampled = grid.withUnsafeMutableBufferPointer {
      Self.sampler.sample(x: 0..<image.width, y: 0..<image.height, of: image, into: $0)
    }
    guard isSampled else { return false }
    defer { last = grid }
    guard let last else { return false }
    var difference = 0
    for (cell, other) in zip(grid, last) {
      for shift: UInt32 in [0, 8, 16] { difference += abs(Int(cell >> shift & 255) - Int(other >> shift & 255)) }
    }
    return difference > Self.minDifference * 3 * grid.count
  }
}

extension [TrackedObject] {
  /// The objects that exist after a frame: at a hard cut only the detected ones.
  func visible(afterCut isCut: Bool) -> [TrackedObject] { isCut ? filter { $0.missedUpdates == 0 } : self }
}

/// An output with tracked objects, whose trails are drawn.
package protocol TrackedOutput: TaskOutput {
  /// The tracking IDs and boxes of the tracked objects, in pixels as stored.
  var trackedBoxes: [(id: Int, box: CGRect)] { get }
  var trails: [Trail] { get set }
}

/// The trails of tracked objects over the last frames.
package struct ObjectTrails: Sendable {
  private var history = TrailHistory()

  package init() {}

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

  package mutating func removeAll() { history.removeAll() }
}

extension TrackedPoint {
  fileprivate init(id: Int, centerOf box: CGRect) {
    self.init(
      id: id,
      position: SIMD2(
        Double(box.origin.x) + Double(box.size.width) / 2, Double(box.origin.y) + Double(box.size.height) / 2))
  }
}
