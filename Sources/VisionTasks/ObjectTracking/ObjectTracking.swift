/// ML Kit's object detection and tracking as a task: `vision track`. `FirebaseMLVision` has ML Kit's classes for it.
package enum ObjectTracking: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "track", title: "Tracking",
    abstract: "Find the most prominent objects, follow them, and say what kind of things they are.",
    models: ["efficientdet_lite0_int8", "efficientdet_lite0_float16", "ssd_mobilenet_v1_coco"],
    swift: TaskDescriptor.SwiftNames(type: "VisionObjectDetector", value: "detector", verb: "results", api: .mlKit))

  package typealias Pipeline = ObjectTrackingPipeline

  package static func isSequential(_ options: ObjectTrackingOptions) -> Bool { options.relation == .stream }

  package static func makeTask(_ options: ObjectTrackingOptions, answer: LiveAnswer?) throws -> any AnyVisionTask {
    try validate(options, hasAnswer: answer != nil)
    let pipeline = try ObjectTrackingPipeline(options: options)
    guard options.runningMode == .image, isSequential(options) else { return task(pipeline, options, answer) }
    return ImageStreamTask(task(pipeline, options, mode: .video, nil))
  }
}

/// Processes images without timestamps as the frames of one stream, 40 ms apart.
private final class ImageStreamTask: AnyVisionTask {
  private let task: any AnyVisionTask
  private var count = 0

  init(_ task: any AnyVisionTask) { self.task = task }

  func output(of image: MPImage) throws -> any TaskOutput {
    count += 1
    return try task.output(of: image, timestampInMilliseconds: count * ObjectTracker.frameStep)
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
