import Foundation
import VisionErrors
import VisionImaging
import VisionPerception

/// Finds, follows and coarsely classifies objects: what ML Kit's object detection and tracking does, of open parts.
///
/// ```
/// image → detector ┬ stream: tracker → the most prominent objects, with numbers ┬ → classifier, in turn → objects
///                    └ still: boxes by prominence ────────────────────────────────┘
/// ```
///
/// Not Sendable, one image at a time.
package final class ObjectTrackingPipeline: VisionPipeline {
  /// The milliseconds between frames without times.
  private static let frameStep = 40

  private let detector: ObjectDetectorPipeline
  private let classifier: CoarseClassifier?
  private let settings: ObjectTrackingSettings
  private var stream: ObjectStream
  private var schedule: DetectorSchedule
  private var lastFrame: (size: CGSize, time: Int)?
  private var trails = ObjectTrails()

  /// Makes the pipeline of some options.
  ///
  /// - Throws: `TasksError` for a setting outside its range and for models that are missing or unusable.
  package convenience init(_ options: ObjectTrackingOptions, recorder: StageRecorder? = nil) throws {
    let detector = ObjectDetectorOptions()
    detector.baseOptions = options.baseOptions
    let classifier = options.classifies ? options.baseOptions.duplicate() : nil
    classifier?.modelAssetPath = options.classifierModelPath
    try self.init(
      detector: detector, classifier: classifier, settings: ObjectTrackingSettings(options), recorder: recorder)
  }

  /// - Parameters:
  ///   - detector: The detector's options; its threshold and its number of results are set here.
  ///   - classifier: The classifier's model; nil leaves every category unknown.
  ///   - settings: What to do.
  ///   - recorder: Gets the times of the stages; there is none outside benchmarks.
  /// - Throws: `TasksError` for a setting outside its range and for models that are missing or unusable.
  package init(
    detector: ObjectDetectorOptions, classifier: BaseOptions?, settings: ObjectTrackingSettings,
    recorder: StageRecorder? = nil
  ) throws {
    if let stride = settings.detectorStride, stride < 1 {
      throw TasksError.invalidArgument(
        "detectorStride is \(stride); allowed are integers from 1, which is every frame, and nil, which is automatic.")
    }
    stream = try ObjectStream(settings: settings)
    schedule = DetectorSchedule(stride: settings.detectorStride)
    detector.scoreThreshold = ObjectCandidates.leastScore
    detector.maxResults = -1
    try ObjectDetector.validate(detector)
    self.detector = try ObjectDetectorPipeline(options: detector, recorder: recorder)
    self.classifier = try classifier.map { try CoarseClassifier(options: $0, recorder: recorder) }
    self.settings = settings
  }

  /// The objects of a frame with their trails; boxes are in pixels as stored.
  package func process(_ frame: Frame, timestampInMilliseconds time: Int) throws -> ObjectTrackingResult {
    let image = try frame.image.upright(from: frame.orientation)
    let stored = CGSize(width: frame.image.width, height: frame.image.height)
    let objects = try process(image, timestampInMilliseconds: time).map { object in
      var object = object
      object.box = frame.orientation.stored(object.box, in: stored)
      return object
    }
    guard settings.isStream else { return ObjectTrackingResult(objects: objects) }
    return trails.update(with: objects, timestampInMilliseconds: time)
  }

  /// The objects of an image, the most prominent first.
  ///
  /// - Parameters:
  ///   - image: The image, upright.
  ///   - timestampInMilliseconds: Its time in a stream, greater than that of the frame before; nil stands for 40 ms after it.
  /// - Returns: At most five objects, or one; none is no error.
  /// - Throws: `TasksError` with `invalidArgumentError` for a timestamp that does not rise.
  package func process(_ image: ImageBuffer, timestampInMilliseconds: Int?) throws -> [FoundObject] {
    guard settings.isStream else { return try stillObjects(in: image) }
    let size = CGSize(width: image.width, height: image.height)
    let time = timestampInMilliseconds ?? (lastFrame?.time ?? 0) &+ Self.frameStep
    // Another size is another stream.
    if size != lastFrame?.size { schedule.restart() }
    let isDetecting = schedule.isDue(at: time)
    let start = ContinuousClock.now
    let observations = isDetecting ? try detections(in: image).map(ObjectObservation.init) : nil
    let duration = (ContinuousClock.now - start) / .milliseconds(1)
    let objects = try stream.update(
      with: observations, framesSinceDetection: schedule.framesSinceDetection, image: image,
      timestampInMilliseconds: timestampInMilliseconds, classifier: classifier)
    if isDetecting { schedule.detected(at: time, milliseconds: duration) } else { schedule.skipped() }
    lastFrame = (size, time)
    return objects
  }

  /// Forgets the stream's objects; their numbers are not given again.
  package func reset() {
    stream.reset()
    schedule.restart()
    lastFrame = nil
    trails.removeAll()
  }

  private func detections(in image: ImageBuffer) throws -> [Detection] {
    if PlainPicture.isPlain(image) { return [] }
    return try detector.process(Frame(image: image), timestampInMilliseconds: 0).detections
  }

  private func stillObjects(in image: ImageBuffer) throws -> [FoundObject] {
    let size = CGSize(width: image.width, height: image.height)
    let candidates = ObjectCandidates(try detections(in: image), in: size)
    let found = candidates.objects(limit: settings.objectLimit)
    guard let classifier else { return found.map { FoundObject(box: $0.box) } }
    guard found.isEmpty else {
      return try found.map {
        FoundObject(
          box: $0.box,
          label: try classifier.scores(of: $0.box, in: image).label(of: $0.objectClass, score: $0.score))
      }
    }
    // No detector has a class for places: where nothing was detected, all of the image may be one.
    let label = try classifier.scores(of: nil, in: image).sceneLabel
    return label.category == .unknown ? [] : [FoundObject(box: CGRect(origin: .zero, size: size), label: label)]
  }
}
