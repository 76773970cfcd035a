/// A task's pipeline followed by a tracker: what a video shows has tracking IDs.
final class TrackingPipeline<Source: Sendable, Output: Sendable>: VisionPipeline {
  /// Adds the IDs to the result of a frame.
  typealias Follow = (Source, Frame, _ timestampInMilliseconds: Int) throws -> Output

  private let source: any VisionPipeline<Source>
  private let makeFollow: () -> Follow
  private var follow: Follow

  /// `follow` owns the tracker; each call begins a stream, whose IDs begin at 1.
  init(_ source: any VisionPipeline<Source>, follow makeFollow: @escaping () -> Follow) {
    (self.source, self.makeFollow, follow) = (source, makeFollow, makeFollow())
  }

  func process(_ frame: Frame, timestampInMilliseconds time: Int) throws -> Output {
    try follow(source.process(frame, timestampInMilliseconds: time), frame, time)
  }

  func reset() {
    source.reset()
    follow = makeFollow()
  }
}

extension TrackingPipeline where Source == ObjectDetectorResult, Output == TrackedObjectsOutput {
  /// A detector that reports low-score objects too, and the tracker that selects those to report.
  convenience init(_ detector: any VisionPipeline<Source>, tracker newTracker: ObjectTracker) {
    self.init(detector) {
      var (tracker, cuts) = (newTracker, SceneCuts())
      return { result, frame, time in
        let objects = try tracker.update(with: result.detections, image: frame.image, timestampInMilliseconds: time)
        return TrackedObjectsOutput(objects: objects.visible(afterCut: cuts.isCut(at: frame.view)))
      }
    }
  }
}

extension TrackingPipeline where Source: TrackableResult, Output == Source {
  /// A task whose subjects have IDs beside what it reports without a tracker.
  convenience init(_ source: any VisionPipeline<Source>) throws {
    let newTracker = try ObjectTracker(options: Source.trackerOptions)
    self.init(source) {
      var tracker = newTracker
      return { result, frame, time in
        let observations = result.observations(in: frame.image)
        result.assign(trackingIDs: try tracker.ids(of: observations, image: frame.image, timestampInMilliseconds: time))
        return result
      }
    }
  }
}

/// The options of the tasks that can give IDs to the people, hands or faces that they find.
public class TrackingTaskOptions: TaskOptions {
  /// Whether each person, hand or face of `.video` and `.liveStream` mode has an ID in `trackingIDs` that it keeps,
  /// also while it passes another or is out of sight for up to two seconds; false by default. MediaPipe has no such
  /// option.
  public var shouldOutputTrackingIDs = false
}

extension TaskDefinition where Options: TrackingTaskOptions, Output: TrackableResult {
  package static func tracking(
    _ pipeline: any VisionPipeline<Output>, _ options: Options
  ) throws -> any VisionPipeline<Output> {
    guard options.shouldOutputTrackingIDs, options.runningMode != .image else { return pipeline }
    return try TrackingPipeline(pipeline)
  }

  package static func imageNote(_ options: Options) -> String? {
    options.shouldOutputTrackingIDs
      ? "--track follows \(Output.format.subject.several) from frame to frame; images stand alone, so theirs have no numbers."
      : nil
  }
}

/// A result whose people, hands or faces can have IDs.
package protocol TrackableResult: TaskResult, TaskOutput {
  static var trackerOptions: ObjectTrackerOptions { get }
  /// An observation for each of them, in their order.
  func observations(in image: ImageBuffer) -> [ObjectObservation]
}

extension [[NormalizedLandmark]] {
  /// The maximum number of landmarks that the tracker compares. A face mesh has 478.
  private static let comparedLandmarks = 48

  /// An observation for each subject; its class is the best one of its categories.
  func observations(in image: ImageBuffer, classes: [[ResultCategory]] = []) -> [ObjectObservation] {
    let size = SIMD2(Double(image.width), Double(image.height))
    return enumerated().map { number, landmarks in
      let step = Swift.max(1, (landmarks.count + Self.comparedLandmarks - 1) / Self.comparedLandmarks)
      let points = stride(from: 0, to: landmarks.count, by: step).map {
        SIMD2(Double(landmarks[$0].x), Double(landmarks[$0].y)) * size
      }
      let best = classes.indices.contains(number) ? classes[number].first : nil
      return ObjectObservation(landmarks: points, objectClass: ObjectClass(index: best?.index ?? 0))
    }
  }
}

package struct TrackedObjectsOutput: TaskOutput {
  package static let format = OutputFormat(
    task: "detect", title: "ObjectTracker", subject: .object, parts: [BoxesFormat.trackedObjects])

  package let objects: [TrackedObject]

  package init(objects: [TrackedObject]) { self.objects = objects }
  package var parts: [any OutputPart] { [BoxesPart(.trackedObjects, objects.map { OutputBox($0) })] }
}

extension BoxesFormat {
  /// Boxes with a tracking ID and one category.
  package static let trackedObjects = BoxesFormat(
    title: "Object", boxTitle: "Box", column: "detection", roundsBoxes: true, categories: .list(title: "Category"),
    numbering: .headline)
}

/// Recognizes hard cuts of a video, after which objects that are not detected are gone, not hidden: a camera's movement
/// changes a grid of mean colours by a few levels from frame to frame, another scene by tens.
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
