import VisionCore
import VisionImaging
import VisionResults

/// ML Kit's object detection and tracking as a task: `vision track`. `FirebaseMLVision` has ML Kit's classes for it.
package enum ObjectTracking: VisionTask {
  package static let descriptor = TaskDescriptor(
    name: "track", title: "Tracking",
    abstract: "Find the most prominent objects, follow them, and say what kind of things they are.",
    models: ["efficientdet_lite0_int8", "efficientdet_lite0_float16", "ssd_mobilenet_v1_coco"],
    swift: TaskDescriptor.SwiftNames("VisionObjectDetector", value: "detector", verb: "results", api: .mlKit))

  package static let options: [TaskOption<ObjectTrackingOptions>] = [
    relation(
      .stream, "stream", "Follow objects from frame to frame and number them (default for videos and live streams)."),
    relation(
      .singleImage, "single-image", "Look at every image or frame on its own, without numbers (default for images).",
      excludes: "stream"),
    .toggle(
      "shouldEnableMultipleObjects", \.findsMultipleObjects, flag: "multiple-objects", group: "Objects",
      label: "Several objects", help: "Find up to five objects instead of the most prominent one."),
    .toggle(
      "shouldEnableClassification", \.classifies, flag: "classify", group: "Objects", label: "Categories",
      help: "Put objects into coarse categories: fashion goods, food, home goods, places, plants.",
      details: "Needs a further model."),
    TaskOption(
      "classifierModelPath", flag: "classifier-model", group: "Objects", label: "Classifier",
      help: "The classifier for --classify, by its name in the catalog or as a file.",
      kind: .model(name: "efficientnet_lite0"), needs: "classify", place: .commandOnly,
      get: { $0.classifierModelPath.map { .text($0) } },
      set: { options, value in options.classifierModelPath = value.text }),
    // Not the automatic stride, whose results depend on the machine's speed.
    TaskOption(
      "detectorStride", group: "Objects", label: "Detector stride",
      help: "Run the detector in every n-th frame of a stream; objects are predicted in between.",
      details: "Only for the camera and videos.",
      kind: .integer(IntegerRange(allowed: 1...Int.max, offered: 1...5, served: 100)), initial: .number(1),
      get: { $0.detectorStride.map { .number(Double($0)) } },
      set: { options, value in value.number.map(Int.clamped).map { options.detectorStride = $0 } }),
  ]

  private static func relation(
    _ relation: ObjectTrackingOptions.Relation, _ flag: String, _ help: String, excludes: String? = nil
  ) -> TaskOption<ObjectTrackingOptions> {
    TaskOption(
      "detectorMode", flag: flag, group: "Objects", label: flag, help: help, kind: .toggle, excludes: excludes,
      place: .commandOnly, get: { .toggle($0.relation == relation) },
      set: { options, value in options.relation = value.isOn ? relation : nil })
  }

  package static func makePipeline(
    _ options: ObjectTrackingOptions, recorder: StageRecorder?
  ) throws -> ObjectTrackingPipeline {
    try ObjectTrackingPipeline(options, recorder: recorder)
  }

  package static func isSequential(_ options: ObjectTrackingOptions) -> Bool { options.relation == .stream }

  package static func makeTask(_ options: ObjectTrackingOptions, answer: LiveAnswer?) throws -> any AnyVisionTask {
    try validate(options, hasAnswer: answer != nil)
    let pipeline = try makePipeline(options, recorder: nil)
    guard options.runningMode == .image, isSequential(options) else {
      return task(pipeline, options, answer)
    }
    return ImageStreamTask(task(pipeline, options, mode: .video, nil))
  }
}

/// Processes images without timestamps as the frames of one stream, 40 ms apart.
private final class ImageStreamTask: AnyVisionTask {
  private static let frameStep = 40

  private let task: any AnyVisionTask
  private var count = 0

  init(_ task: any AnyVisionTask) { self.task = task }

  func output(of image: MPImage) throws -> any TaskOutput {
    count += 1
    return try task.output(of: image, timestampInMilliseconds: count * Self.frameStep)
  }

  func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    try task.output(of: frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try task.send(frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  var droppedFrameCount: Int { task.droppedFrameCount }

  /// Does nothing: programs reset between inputs, and all images belong to one stream.
  func reset() {}
}
