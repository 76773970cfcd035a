import CMediaPipe
import Foundation
import VisionCore
import VisionImaging
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

  /// The names of a segmenter's classes; none of other tasks.
  static func labels(ofModelAt path: String) throws -> [String]
}

extension TaskInterface {
  static func labels(ofModelAt path: String) throws -> [String] { [] }
}

extension TaskInterface {
  /// Makes a task. `configure` sets options that C does not have.
  static func create(
    _ options: UnsafeRawPointer?, _ task: UnsafeMutablePointer<OpaquePointer?>?, _ message: ErrorMessage?,
    configure: (Definition.Options) -> Void = { _ in }
  ) -> MpStatus {
    status(message) {
      let (options, task) = (try required(options, "options"), try required(task, "The task's place"))
      task.pointee = nil
      task.pointee = OpaquePointer(Unmanaged.passRetained(try TaskBox<Self>(options, configure)).toOpaque())
    }
  }

  static func processImage(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ result: UnsafeMutablePointer<CResult>?, _ message: ErrorMessage?
  ) -> MpStatus {
    status(message) {
      let (box, result) = (try Self.box(task), try required(result, "result"))
      let view = try ImageView(ImagePixels.at(image), options)
      result.initialize(to: try make(box.runner.processImage(view.image, region: view.region)))
    }
  }

  static func processVideoFrame(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ timestamp: Int64, _ result: UnsafeMutablePointer<CResult>?, _ message: ErrorMessage?
  ) -> MpStatus {
    status(message) {
      let (box, result) = (try Self.box(task), try required(result, "result"))
      let view = try ImageView(ImagePixels.at(image), options)
      result.initialize(
        to: try make(
          box.runner.processVideoFrame(view.image, timestampInMilliseconds: Int(timestamp), region: view.region)))
    }
  }

  static func sendFrame(
    _ task: OpaquePointer?, _ image: OpaquePointer?, _ options: UnsafePointer<MpImageProcessingOptions>?,
    _ timestamp: Int64, _ message: ErrorMessage?
  ) -> MpStatus {
    status(message) {
      let (box, pixels) = (try Self.box(task), try ImagePixels.at(image))
      let view = try ImageView(pixels, options)
      let send = {
        try box.runner.processLiveStreamFrame(
          view.image, timestampInMilliseconds: Int(timestamp), region: view.region, keeping: box)
      }
      if let stream = box.stream { try stream.send(pixels, Int(timestamp), send) } else { try send() }
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

  static func box(_ task: OpaquePointer?) throws -> TaskBox<Self> {
    Unmanaged.fromOpaque(UnsafeRawPointer(try required(task, "The task"))).takeUnretainedValue()
  }
}

/// A task that C holds by its address.
final class TaskBox<Interface: TaskInterface>: Sendable {
  let runner: VisionTaskRunner<Interface.Definition.Output>
  let stream: LiveStream<Interface>?
  let labels: [String]

  /// Makes a task from its options in C, in whose layout the caller was built.
  init(_ structure: UnsafeRawPointer, _ configure: (Interface.Definition.Options) -> Void) throws {
    let layout = OptionsLayout(ofTask: structure)
    var reader = OptionsReader(structure, offset: layout.baseSize)
    let mode = try Self.mode(reader.next(Int32.self))
    let (options, table) = (Interface.Definition.Options(), Interface.Definition.options)
    options.runningMode = mode
    for field in Interface.fields(layout) {
      if let value = try reader.value(field.kind) { try field.option(in: table).set(options, value) }
    }
    configure(options)
    let callback = reader.next(UnsafeRawPointer?.self)
    try mode.requireDelegate(isSet: callback != nil, option: "result_callback")
    let model = try ModelSource(structure.load(as: MpBaseOptions.self))
    options.baseOptions.modelAssetPath = model.path
    try Interface.Definition.validate(options, hasAnswer: true)
    stream = callback.map { LiveStream<Interface>($0) }
    runner = VisionTaskRunner(
      pipeline: try Interface.Definition.openPipeline(options), mode: mode,
      taskName: Interface.Definition.descriptor.name
    ) { [stream] in stream?.deliver($0, $1) }
    labels = try Interface.labels(ofModelAt: model.path)
  }

  private static func mode(_ number: Int32) throws -> RunningMode {
    guard let mode = UInt(exactly: number - 1).flatMap(RunningMode.init) else {
      throw TasksError.invalidArgument(
        "running_mode is \(number); allowed are 1 (image), 2 (video) and 3 (live stream).")
    }
    return mode
  }
}

/// The callback of a live stream, and the images that wait for their results.
final class LiveStream<Interface: TaskInterface>: Sendable {
  private typealias Callback = @convention(c) (MpStatus, UnsafeRawPointer?, OpaquePointer?, Int64) -> Void

  private let callback: Callback
  private let waiting = Locked<[Int: ImagePixels]>([:])
  /// The thread that is in the callback.
  private let caller = Locked<pthread_t?>(nil)

  init(_ callback: UnsafeRawPointer) { self.callback = unsafeBitCast(callback, to: Callback.self) }

  /// Whether the calling thread is in the callback.
  var isCalling: Bool { caller.withLock { $0.map { pthread_equal($0, pthread_self()) != 0 } ?? false } }

  /// Keeps an image for its result, and sends it. Dropped frames are forgotten with the next result.
  func send(_ pixels: ImagePixels, _ timestamp: Int, _ send: () throws -> Void) throws {
    let earlier = waiting.withLock { $0.updateValue(pixels, forKey: timestamp) }
    do {
      try send()
    } catch {
      // A refused frame may have the time of one that waits.
      waiting.withLock { $0[timestamp] = earlier }
      throw error
    }
  }

  func deliver(_ outcome: Result<Interface.Definition.Output, any Error>, _ timestamp: Int) {
    let pixels = waiting.withLock { waiting in
      defer { waiting = waiting.filter { $0.key > timestamp } }
      return waiting[timestamp]
    }
    caller.withLock { $0 = pthread_self() }
    defer { caller.withLock { $0 = nil } }
    withExtendedLifetime(pixels) {
      let image = pixels.map { OpaquePointer(Unmanaged.passUnretained($0).toOpaque()) }
      do {
        let result = try Interface.make(outcome.get())
        defer { Interface.free(result) }
        withUnsafePointer(to: result) { callback(kMpOk, $0, image, Int64(timestamp)) }
      } catch {
        callback(MpStatus(error), nil, image, Int64(timestamp))
      }
    }
  }
}
