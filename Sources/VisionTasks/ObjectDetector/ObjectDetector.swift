/// Finds objects of known classes in images, videos and live streams.
///
/// ```swift
/// let options = ObjectDetectorOptions()
/// options.baseOptions.modelAssetPath = "efficientdet_lite0_int8.tflite"
/// options.scoreThreshold = 0.3
/// let detector = try ObjectDetector(options: options)
/// let result = try detector.detect(image: image)
/// ```
///
/// Its methods are ``DetectionTask``'s: `detect(image:)` and `detect(videoFrame:…)` block the calling thread; in
/// asynchronous code `detect(_:)` and `init(_:)` do not. ``VisionTask`` has what all tasks have in common.
public final class ObjectDetector: DetectionTask<ObjectDetectorOptions, ObjectDetectorResult>, @unchecked Sendable {
  /// Makes a task for still images with default options and an object detector (`.tflite`) with metadata; a nil path is
  /// an error.
  public convenience init(modelPath: String?) throws { try self.init(options: Options(modelPath: modelPath)) }

  override class func open(_ options: ObjectDetectorOptions) throws -> Parts { try makeParts(options) }

  /// Finds the objects in a frame of a live video. Blocks until done; running mode `.video`.
  ///
  /// The timestamp is the time of a monotonic clock in milliseconds, at least 1 more than the previous frame's; the
  /// result contains it. Frames of a file need their own timestamps.
  ///
  /// - Parameter videoFrame: The frame, upright or with its orientation.
  /// - Returns: The objects, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func detect(videoFrame: MPImage) throws -> ObjectDetectorResult {
    try runner.processVideoFrame(videoFrame, timestampInMilliseconds: nil)
  }

  /// Queues a frame of a live stream with the time of a monotonic clock, as `detect(videoFrame:)`, and returns at once;
  /// running mode `.liveStream`.
  ///
  /// - Parameter image: The frame, upright or with its orientation.
  /// - Throws: `TasksError` with `invalidArgumentError` in another mode or for a mirrored image.
  public func detectAsync(image: MPImage) throws {
    try runner.processLiveStreamFrame(image, timestampInMilliseconds: nil, keeping: self)
  }

  override func deliver(_ answer: LiveStreamAnswer<ObjectDetectorResult>, to delegate: AnyObject) {
    (delegate as? any ObjectDetectorLiveStreamDelegate)?.objectDetector(
      self, didFinishDetection: answer.result, timestampInMilliseconds: answer.timestamp, error: answer.error)
  }
}

/// Receives the results of an `ObjectDetector` in `.liveStream` mode.
///
/// The calls come one at a time on a private serial queue of the task, in the order of their timestamps. ``VisionTask``
/// says how classes with state and classes on the main actor conform.
public protocol ObjectDetectorLiveStreamDelegate: NSObjectProtocol, SendableMetatype {
  /// Receives the result of one frame.
  ///
  /// - Parameters:
  ///   - objectDetector: The task that processed the frame.
  ///   - result: The result, with no detections when there is no object; nil when the frame failed.
  ///   - timestampInMilliseconds: The timestamp of the frame; `Int.min` when the frame failed.
  ///   - error: The error of a frame that failed; nil otherwise.
  func objectDetector(
    _ objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension ObjectDetectorLiveStreamDelegate {
  /// Warns once per task on standard error. The method is optional, but a method with another label is never called.
  public func objectDetector(
    _ objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    objectDetector.countUnheardResult(of: self)
  }
}

extension ObjectDetector: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "detect", title: "Objects",
    abstract: "Find objects of known classes, such as people, animals, vehicles and furniture.",
    models: ["efficientdet_lite0_int8", "efficientdet_lite0_float16", "ssd_mobilenet_v1_coco"],
    swift: TaskDescriptor.SwiftNames(type: "ObjectDetector", value: "detector", verb: "detect"))

  /// The default threshold of programs. The class's default, the model's threshold or 0, reports thousands of boxes for
  /// some models.
  static let programThreshold = 0.3
  /// Precision and recall need low scores, too; those of thousands of boxes below do not change them visibly.
  static let evaluatedThreshold = 0.01

  package typealias Pipeline = ObjectDetectorPipeline

  package static func hasState(_ options: ObjectDetectorOptions) -> Bool { options.isTracking }

  package static func imageNote(_ options: ObjectDetectorOptions) -> String? {
    options.isTracking
      ? "--track follows objects from frame to frame; images stand alone, so their objects have no tracking IDs." : nil
  }

  /// With `isTracking` a tracker follows the objects of videos and live streams. Images are independent.
  package static func makeTask(_ options: ObjectDetectorOptions, answer: LiveAnswer?) throws -> any AnyVisionTask {
    if options.isTracking, options.runningMode == .image, options.assignedScoreThreshold == nil {
      // Without a tracker low-score detections would be reported.
      options.scoreThreshold = Float(programThreshold)
    }
    let tracking =
      options.isTracking && options.runningMode != .image
      ? try ObjectTrackerOptions.fitting(detectorAt: options.baseOptions.validatedModelAssetPath()) : nil
    if let tracking, options.assignedScoreThreshold == nil { options.scoreThreshold = tracking.minScore }
    try validate(options, hasAnswer: answer != nil)
    guard var tracking else { return task(try ObjectDetectorPipeline(options: options), options, answer) }
    // The tracker needs all detections and applies the limit itself.
    tracking.maxObjects = options.maxResults > 0 ? options.maxResults : nil
    options.maxResults = -1
    let detector = try ObjectDetectorPipeline(options: options)
    return task(TrackingPipeline(detector, tracker: try ObjectTracker(options: tracking)), options, answer)
  }

  /// The category names of a model in its order, which the allowlist and the denylist may contain; empty when it has
  /// none.
  package static func categoryNames(ofModelAt path: String) throws -> [String] {
    try DetectorModel(path: path).classLabels().names
  }
}
