import VisionCore

extension ObjectDetector: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "detect", title: "Objects",
    abstract: "Find objects of known classes, such as people, animals, vehicles and furniture.",
    models: ["efficientdet_lite0_int8", "efficientdet_lite0_float16", "ssd_mobilenet_v1_coco"],
    swift: TaskDescriptor.SwiftNames(type: "ObjectDetector", value: "detector", verb: "detect"))

  /// The default threshold of programs. The class's default, the model's threshold or 0, reports thousands of boxes for
  /// some models.
  static let programThreshold = 0.3

  package static func makePipeline(
    _ options: ObjectDetectorOptions, recorder: StageRecorder?
  ) throws -> any VisionPipeline<ObjectDetectorResult> {
    try ObjectDetectorPipeline(options: options, recorder: recorder)
  }

  package static func hasState(_ options: ObjectDetectorOptions) -> Bool { options.isTracking }

  package static func imageNote(_ options: ObjectDetectorOptions) -> String? {
    options.isTracking
      ? "--track follows objects from frame to frame; images stand alone, so their objects have no numbers." : nil
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
    guard var tracking else { return task(try makePipeline(options, recorder: nil), options, answer) }
    // The tracker needs all detections and applies the limit itself.
    tracking.maxObjects = options.maxResults > 0 ? options.maxResults : nil
    options.maxResults = -1
    let pipeline = TrackedDetectionPipeline(
      try ObjectDetectorPipeline(options: options), tracker: try ObjectTracker(options: tracking))
    return task(pipeline, options, answer)
  }
}

extension ObjectDetector {
  /// The category names of a model in its order, which the allowlist and the denylist may contain; empty when it has none.
  ///
  /// - Throws: `TasksError` of `init(options:)` for a file that is no detector.
  package static func categoryNames(ofModelAt path: String) throws -> [String] {
    try DetectorModel(path: path).classLabels().names
  }
}
