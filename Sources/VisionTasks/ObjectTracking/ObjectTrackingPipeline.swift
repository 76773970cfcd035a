import Foundation
import VisionErrors
import VisionImaging
import VisionPerception

/// Finds, follows and coarsely classifies objects: what ML Kit's object detection and tracking does, of open parts.
///
/// ```
/// picture → detector ┬ stream: tracker → the most prominent objects, with numbers ┬ → classifier, in turn → objects
///                    └ still: boxes by prominence ────────────────────────────────┘
/// ```
///
/// Takes upright pictures. Not Sendable, one picture at a time.
package final class ObjectTrackingPipeline {
  private let detector: ObjectDetectorPipeline
  private let classifier: CoarseClassifier?
  private let settings: ObjectTrackingSettings
  private var stream: ObjectStream
  private var frameCount = 0

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
    guard settings.detectorStride >= 1 else {
      throw TasksError.invalidArgument(
        "detectorStride is \(settings.detectorStride); allowed are integers from 1, which is every frame.")
    }
    stream = try ObjectStream(settings: settings)
    detector.scoreThreshold = ObjectCandidates.leastScore
    detector.maxResults = -1
    try detector.validate()
    self.detector = try ObjectDetectorPipeline(options: detector, recorder: recorder)
    self.classifier = try classifier.map { try CoarseClassifier(options: $0, recorder: recorder) }
    self.settings = settings
  }

  /// The objects of a picture, the most prominent first.
  ///
  /// - Parameters:
  ///   - image: The picture, upright.
  ///   - timestampInMilliseconds: Its time in a stream, greater than that of the frame before; nil stands for 40 ms after it.
  /// - Returns: At most five objects, or one; none is no error.
  /// - Throws: `TasksError` with `invalidArgumentError` for a timestamp that does not rise.
  package func process(_ image: ImageBuffer, timestampInMilliseconds: Int?) throws -> [FoundObject] {
    guard settings.isStream else { return try stillObjects(in: image) }
    let isDetecting = frameCount.isMultiple(of: settings.detectorStride)
    let observations = isDetecting ? try detections(in: image).map(ObjectObservation.init) : nil
    let objects = try stream.update(
      with: observations, image: image, timestampInMilliseconds: timestampInMilliseconds, classifier: classifier)
    frameCount += 1
    return objects
  }

  /// Forgets the stream's objects; their numbers are not given again.
  package func reset() {
    stream.reset()
    frameCount = 0
  }

  private func detections(in image: ImageBuffer) throws -> [Detection] {
    if PlainPicture.isPlain(image) { return [] }
    return try detector.process(Frame(image: image), timestampInMilliseconds: 0).detections
  }

  private func stillObjects(in image: ImageBuffer) throws -> [FoundObject] {
    let size = CGSize(width: image.width, height: image.height)
    let candidates = ObjectCandidates(try detections(in: image), in: size)
    var objects = try candidates.objects(limit: settings.objectLimit).map { found in
      let scores = try classifier?.scores(of: found.box, in: image)
      return FoundObject(
        box: found.box, verdict: scores?.verdict(of: found.objectClass, score: found.score) ?? .unknown)
    }
    guard let classifier, !candidates.hasSubject else { return objects }
    // No detector has a class for places: where no object makes up the picture, all of it may be one.
    let verdict = try classifier.scores(of: nil, in: image).sceneVerdict
    if verdict.category != .unknown {
      objects.insert(FoundObject(box: CGRect(origin: .zero, size: size), verdict: verdict), at: 0)
    }
    return Array(objects.prefix(settings.objectLimit))
  }
}
