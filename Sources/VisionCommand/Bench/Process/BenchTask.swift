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
    return try makePipeline(options, recorder: recorder)
  }
}
