import CMediaPipe
import VisionTasks

/// The functions of one task in C: what its options and results look like there. The rest is the same for all tasks.
protocol TaskInterface: SendableMetatype {
  associatedtype Definition: TaskDefinition
  /// The structure of results.
  associatedtype CResult

  /// The fields of the options between the running mode and the callback, in their order.
  static func fields(_ layout: OptionsLayout) -> [OptionField]

  /// The result in memory that `free` releases.
  static func make(_ output: Definition.Output) throws -> CResult
  static func free(_ result: CResult)
}

extension TaskInterface {
  /// Makes a task. `configure` sets options that C does not have.
  static func create(
    _ options: UnsafeRawPointer?, _ task: ObjectPlace?, _ message: ErrorMessage?,
    configure: (Definition.Options) -> Void = { _ in }
  ) -> MpStatus {
    place(task, "The task's place", message) {
      let options = try required(options, "options")
      return try renaming(fields(OptionsLayout(ofTask: options))) { try TaskBox<Self>(options, configure) }
    }
  }

  /// Processes an image, or with a timestamp a frame of a video.
  static func process(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    at timestamp: Int64? = nil, _ result: UnsafeMutablePointer<CResult>?, _ message: ErrorMessage?
  ) -> MpStatus {
    status(message) {
      let (runner, result) = (try Self.box(task).runner, try required(result, "result"))
      let view = try ImageView(ImagePixels.at(image), options)
      let answer =
        if let time = timestamp.map(Int.init) {
          try runner.processVideoFrame(view.image, timestampInMilliseconds: time, region: view.region)
        } else {
          try runner.processImage(view.image, region: view.region)
        }
      result.initialize(to: try make(answer.output))
    }
  }

  static func sendFrame(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ timestamp: Int64, _ message: ErrorMessage?
  ) -> MpStatus {
    status(message) {
      let (box, view) = (try Self.box(task), try ImageView(ImagePixels.at(image), options))
      try box.runner.processLiveStreamFrame(
        view.image, timestampInMilliseconds: Int(timestamp), region: view.region, keeping: box)
    }
  }

  static func closeResult(_ result: UnsafeMutablePointer<CResult>?, empty: CResult) {
    guard let result else { return }
    free(result.pointee)
    result.pointee = empty
  }

  static func close(_ task: OpaquePointer?, _ message: ErrorMessage?) -> MpStatus {
    status(message) {
      let box = try Self.box(task)
      guard box.stream?.isCalling != true else {
        throw TasksError(
          .failedPreconditionError, "A task cannot be closed by its own callback; close it after the call.")
      }
      box.runner.finish()
      Unmanaged.passUnretained(box).release()
    }
  }

  static func box(_ task: OpaquePointer?) throws -> TaskBox<Self> { try required(object(at: task), "The task") }
}

/// A task that C holds by its address.
final class TaskBox<Interface: TaskInterface>: Sendable {
  let runner: VisionTaskRunner<OutputWithImage<Interface.Definition.Output>>
  let stream: LiveStream<Interface>?
  /// The names of a segmenter's classes; none of other tasks.
  let labels: [String]

  /// Makes a task from its options in C, in whose layout the caller was built.
  init(_ structure: UnsafeRawPointer, _ configure: (Interface.Definition.Options) -> Void) throws {
    let layout = OptionsLayout(ofTask: structure)
    var reader = OptionsReader(start: structure, offset: layout.baseSize)
    let number = reader.next(Int32.self)
    guard let mode = UInt(exactly: Int(number) - 1).flatMap(RunningMode.init) else {
      throw TasksError.invalidArgument(
        "running_mode is \(number); allowed are 1 (image), 2 (video) and 3 (live stream).")
    }
    let options = Interface.Definition.Options()
    options.runningMode = mode
    try reader.read(Interface.fields(layout), into: options, by: Interface.Definition.options)
    configure(options)
    let callback = reader.next(UnsafeRawPointer?.self)
    guard (callback != nil) == (mode == .liveStream) else {
      throw TasksError.invalidArgument(
        callback == nil
          ? "result_callback is NULL; live-stream mode needs a callback."
          : "result_callback is set, but running_mode is \(number), which returns results; set it to NULL, or the mode to 3 "
            + "(live stream).")
    }
    let model = try ModelSource(structure.load(as: MpBaseOptions.self))
    options.baseOptions.modelAssetPath = model.path
    try Interface.Definition.validate(options, hasAnswer: true)
    stream = try callback.map { try LiveStream<Interface>($0) }
    let pipeline = try model.opening { try Interface.Definition.openPipeline(options) }
    labels = pipeline.labels
    runner = VisionTaskRunner(
      pipeline: OutputWithImagePipeline(pipeline), mode: mode, taskName: Interface.Definition.descriptor.name
    ) { [stream] in stream?.deliver($0, $1) }
  }
}

/// The callback of a live stream.
final class LiveStream<Interface: TaskInterface>: Sendable {
  private typealias Callback = @convention(c) (MpStatus, UnsafeRawPointer?, OpaquePointer?, Int64) -> Void

  private let callback: Callback
  private let thread = CallbackThread()
  /// The thread that is in the callback.
  private let caller = Locked<pthread_t?>(nil)

  init(_ callback: UnsafeRawPointer) throws {
    self.callback = unsafeBitCast(callback, to: Callback.self)
    try thread.start(name: "live stream")
  }

  deinit { thread.end() }

  /// Whether the calling thread is in the callback.
  var isCalling: Bool { caller.withLock { $0.map { pthread_equal($0, pthread_self()) != 0 } ?? false } }

  func deliver(_ outcome: Result<OutputWithImage<Interface.Definition.Output>, any Error>, _ timestamp: Int) {
    thread.run { [self] in call(with: outcome, timestamp) }
  }

  private func call(with outcome: Result<OutputWithImage<Interface.Definition.Output>, any Error>, _ timestamp: Int) {
    caller.withLock { $0 = pthread_self() }
    defer { caller.withLock { $0 = nil } }
    do {
      let answer = try outcome.get()
      let (result, pixels) = (try Interface.make(answer.output), ImagePixels(answer.image))
      defer { Interface.free(result) }
      withExtendedLifetime(pixels) {
        let image = OpaquePointer(Unmanaged.passUnretained(pixels).toOpaque())
        withUnsafePointer(to: result) { callback(kMpOk, $0, image, Int64(timestamp)) }
      }
    } catch {
      callback(MpStatus(error), nil, nil, Int64(timestamp))
    }
  }
}

/// A result with the image that it belongs to.
struct OutputWithImage<Output: Sendable>: Sendable {
  let output: Output
  let image: ImageBuffer
}

/// A pipeline whose results keep their images, which callbacks get. So nobody has to remember the images of frames that
/// wait or are dropped.
private final class OutputWithImagePipeline<Base: Sendable>: VisionPipeline {
  private let base: any VisionPipeline<Base>

  init(_ base: any VisionPipeline<Base>) { self.base = base }

  func process(_ frame: Frame, timestampInMilliseconds time: Int) throws -> OutputWithImage<Base> {
    OutputWithImage(output: try base.process(frame, timestampInMilliseconds: time), image: frame.image)
  }

  func reset() { base.reset() }
}
