import VisionResults
import VisionTasks

/// The task of a run as a closure: takes an image and a timestamp, returns whether the result is non-empty.
struct BenchTask {
  let call: (MPImage, _ timestampInMilliseconds: Int) throws -> Bool

  /// With a recorder the pipeline runs without its task and records stage times; otherwise the public task runs.
  init(_ spec: BenchSpec, recorder: StageRecorder? = nil) throws {
    let type = try BenchSpec.task(spec.task)
    if let recorder {
      call = try type.timedCall(spec, recorder: recorder)
    } else {
      let task = try Self.make(spec)
      call = { try !Self.output(of: task, in: $0, timestampInMilliseconds: $1, spec).isEmpty }
    }
  }

  /// Creates the task of a run, as the command does.
  static func make(_ spec: BenchSpec) throws -> any AnyVisionTask {
    try BenchSpec.task(spec.task).makeTask(
      values: spec.values, modelPath: spec.model, mode: spec.runningMode, configure: spec.configure)
  }

  /// Runs a task in the run's mode.
  static func output(
    of task: any AnyVisionTask, in image: MPImage, timestampInMilliseconds: Int, _ spec: BenchSpec
  ) throws -> any TaskOutput {
    spec.mode == "video"
      ? try task.output(of: image, timestampInMilliseconds: timestampInMilliseconds) : try task.output(of: image)
  }
}

extension BenchSpec {
  var runningMode: RunningMode { mode == "video" ? .video : .image }

  func configure(_ options: BaseOptions) {
    options.threadCount = threads
    options.kernels = kernels
  }
}

extension TaskDefinition {
  /// The pipeline without its task, recording stage times.
  fileprivate static func timedCall(
    _ spec: BenchSpec, recorder: StageRecorder
  ) throws -> (MPImage, Int) throws -> Bool {
    let pipeline = try benchPipeline(spec, recorder: recorder)
    return { try !pipeline.run(Frame($0), timestampInMilliseconds: $1).isEmpty }
  }

  /// The pipeline alone, without making the public result.
  static func benchCompute(_ spec: BenchSpec) throws -> (Frame, Int) throws -> Void {
    let pipeline = try benchPipeline(spec, recorder: nil)
    return { try pipeline.compute($0, timestampInMilliseconds: $1) }
  }

  private static func benchPipeline(_ spec: BenchSpec, recorder: StageRecorder?) throws -> any VisionPipeline<Output> {
    let options = makeOptions(modelPath: spec.model, mode: spec.runningMode, values: spec.values)
    spec.configure(options.baseOptions)
    return try openPipeline(options, recorder: recorder)
  }
}

/// Times the steps after a task: tracking the detected objects of a video, and drawing results.
///
/// A separate pass, since drawing between frames would evict the task's data from the caches.
struct TrackAndDrawBenchmark {
  private static let maxFrames = 40

  let spec: BenchSpec

  /// The measured stages, without the first frame, which warms up.
  func stages(_ frames: RawFrameReader) throws -> [BenchStage] {
    let isVideo = spec.mode == "video"
    let task = try BenchTask.make(spec)
    let clock = ContinuousClock()
    var tracker = try ObjectTracker()
    var tracking: [Duration] = []
    var drawing: [Duration] = []
    for index in 0..<min(spec.callCount, Self.maxFrames) {
      let image = try frames.read(isVideo ? index : 0)
      let timestamp = isVideo ? spec.timestamps[index] : 0
      let output = try BenchTask.output(of: task, in: image, timestampInMilliseconds: timestamp, spec)
      if isVideo, output.format.parts.contains(where: { $0 is BoxesFormat }) {
        let detections = output.objects.map(\.detection)
        tracking.append(
          try clock.measure {
            _ = try tracker.update(with: detections, image: image, timestampInMilliseconds: timestamp)
          })
      }
      drawing.append(try clock.measure { _ = try output.drawn(on: image.imageBuffer) })
    }
    return [(BenchStage.track, tracking), (BenchStage.draw, drawing)].compactMap { name, durations in
      durations.count > 1
        ? BenchStage(name: name, durations: Array(durations.dropFirst()), frameCount: durations.count - 1) : nil
    }
  }
}
