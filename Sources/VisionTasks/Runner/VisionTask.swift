// `@unchecked Sendable` is safe: the properties of this class and its subclasses are constants of Sendable types.
/// The base class of all tasks: what ``GestureRecognizer``, ``ObjectDetector``, ``FaceLandmarker`` and the others have
/// in common.
///
/// A task is made with options and runs in the running mode that they have. It may be used from any thread. Calls on
/// one object are processed one at a time; objects are independent. After a call that throws the task stays usable.
///
/// - The methods with MediaPipe's labels, such as `detect(image:)`, block the calling thread.
/// - Those without the first label, such as `detect(_:)`, are for asynchronous code and block no thread of Swift
///   concurrency. Images are processed on the task's own queue, in the order of the calls: in video mode await one
///   frame's result before the next call. An image that still waits when the calling task is cancelled is not
///   processed, and the call throws `CancellationError` at once.
/// - Those with `Async` in their name are for live streams. They queue a frame and return at once; the delegate
///   receives the result. While a frame is being processed the newest frame waits; frames that it replaces are dropped
///   without an error. So are results replaced by a newer one while the delegate is busy. Queued frames retain the task
///   until they are answered.
///
/// The delegate's calls come one at a time on a private serial queue of the task, in the order of their timestamps. The
/// delegates' protocols do not inherit from `Sendable`, so that classes written for iOS compile unchanged. A class with
/// state has to synchronize it. A class on the main actor declares the method `nonisolated` and passes on the result,
/// which is `Sendable`. A conformance isolated to the main actor (`@MainActor HandLandmarkerLiveStreamDelegate`) does
/// not compile, since it could not be called: write the protocol's name alone. Under default isolation `MainActor` that
/// is enough.
public class VisionTask<Output: TaskResult>: NSObject, @unchecked Sendable {
  package let runner: VisionTaskRunner<Output>
  private let listener: LiveStreamListener<Output>

  /// What a task is made of: an open pipeline behind its runner, and the delegate.
  typealias Parts = (runner: VisionTaskRunner<Output>, listener: LiveStreamListener<Output>)

  init(_ parts: Parts) {
    (runner, listener) = parts
    super.init()
    listener.task = self
  }

  /// Calls the method of the delegate's protocol. Every task overrides it.
  func deliver(_ answer: LiveStreamAnswer<Output>, to delegate: AnyObject) {}

  /// Passes a result or an error to a completion handler.
  static func complete(_ completion: (Output?, (any Error)?) -> Void, _ body: () throws -> Output) {
    do {
      completion(try body(), nil)
    } catch {
      completion(nil, error)
    }
  }

  func countUnheardResult(of delegate: AnyObject) { listener.countResult(withoutMethodIn: delegate) }

  /// Runs on the frames of an asynchronous sequence, each result with its frame; running mode `.video` or `.image`.
  ///
  /// - Parameters:
  ///   - frames: The frames, in video mode with increasing timestamps, for example `frames` of `VisionMedia`'s
  ///     `VideoReader` or `Camera`.
  ///   - policy: The frames to process: every frame, or the newest at each request.
  /// - Returns: The results, computed on demand. See `TaskResults` for errors and cancellation.
  public func results<Frames: AsyncSequence & Sendable>(
    for frames: Frames, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Frames, Output> where Frames.Element: TimedFrame {
    TaskResults(frames, policy: policy, runner: runner)
  }

  /// Runs on the images of an asynchronous sequence, each result with its image; running mode `.image`.
  ///
  /// - Parameters:
  ///   - images: Independent images.
  ///   - policy: The images to process: every image, or the newest at each request.
  /// - Returns: The results, computed on demand; an element's `frame` is the image. See `TaskResults` for errors and
  ///   cancellation.
  public func results<Images: AsyncSequence & Sendable>(
    for images: Images, policy: FramePolicy = .everyFrame
  ) -> TaskResults<Images, Output> where Images.Element == MPImage {
    TaskResults(images: images, policy: policy, runner: runner)
  }

  /// The number of dropped frames: frames of live streams and of sequences with the policy `.latest` that arrived while
  /// the task was busy, and results replaced by a newer one while the delegate was busy.
  public var droppedFrameCount: Int { runner.droppedFrameCount }

  /// The number of live-stream results that no delegate received: it was nil, released, or does not implement the
  /// method.
  public var unheardResultCount: Int { listener.unheardCount }

  /// Discards what the task keeps from earlier frames, such as tracked hands, smoothing filters and the last timestamp;
  /// the models stay loaded. Tracking IDs begin again at 1.
  public func reset() { runner.reset() }
}

/// The base class of all tasks with their options: how a task is made.
public class ConfiguredTask<Options: TaskOptions & SendableMetatype, Output: TaskResult>:
  VisionTask<Output>, @unchecked Sendable
{
  /// Makes a task. Later changes of `options` have no effect on it.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for an option outside its range, for options that exclude each
  ///   other or ask for nothing, and for a file that is not the task's kind of model or bundle; `notFoundError` for a
  ///   missing file, member of a bundle, normalization, associated file or LiteRT library; `unimplementedError` and
  ///   `internalError` for an unsupported normalization.
  public convenience init(options: Options) throws { self.init(try Self.open(options)) }

  /// Makes a task without blocking a thread of Swift concurrency. Tasks are made one at a time.
  ///
  /// - Throws: As `init(options:)`; `CancellationError` as soon as the calling Swift task is cancelled.
  nonisolated(nonsending) public convenience init(_ options: Options) async throws {
    guard let own = options.copy() as? Options else {
      throw TasksError.internalFailure("The copy of \(Options.self) is of another class.")
    }
    // Safe, because the queue alone has the copy.
    nonisolated(unsafe) let copy = own
    self.init(try await creationQueue.runUntilCancelled { _ in try Self.open(copy) })
  }

  /// Checks the options and opens the models. Every task overrides it.
  class func open(_ options: Options) throws -> Parts {
    throw TasksError.internalFailure("\(Self.self) does not say how it is made.")
  }
}

/// Opening a model keeps one core busy, so one task is made at a time.
private let creationQueue = DispatchQueue(label: "com.mediapipe.tasks.vision.creation", qos: .userInitiated)

extension TaskDefinition where Output: TaskResult {
  /// Checks the options and opens the models.
  static func makeParts(_ options: Options) throws -> VisionTask<Output>.Parts {
    try validate(options)
    let listener = LiveStreamListener<Output>(
      Options.liveStreamDelegate.flatMap { options[keyPath: $0] } as AnyObject?, descriptor.swift)
    let runner = VisionTaskRunner(
      pipeline: try openPipeline(options), mode: options.runningMode, taskName: descriptor.name,
      region: options.baseOptions.regionOfInterest
    ) { listener.notify(LiveStreamAnswer($0, $1)) }
    return (runner, listener)
  }
}

package struct LiveStreamAnswer<Output> {
  package let result: Output?
  package let timestamp: Int
  package let error: (any Error)?

  /// A failed frame has no result and, as in MediaPipe, `Int.min` as its timestamp.
  package init(_ outcome: Result<Output, any Error>, _ timestamp: Int) {
    switch outcome {
    case .success(let result): (self.result, self.timestamp, error) = (result, timestamp, nil)
    case .failure(let failure): (result, self.timestamp, error) = (nil, Int.min, failure)
    }
  }
}

/// The delegate of a live stream. It and the task are held weakly, so a released delegate gets no calls.
/// Counts the results that no delegate received. The delegates' methods are optional, so a delegate with a misspelled
/// argument label compiles and is never called: the first such result writes a warning to standard error.
/// `@unchecked Sendable` is safe because `delegate` is never reassigned and `task` is set once, before the task is
/// shared. The delegate is called on the delivery queue, as its protocol documents.
final class LiveStreamListener<Output: TaskResult>: @unchecked Sendable {
  private weak var delegate: AnyObject?
  weak var task: VisionTask<Output>?
  private let names: TaskDescriptor.SwiftNames
  private let state = Locked((unheard: 0, isWarned: false))

  /// The delegate is nil in the other modes; the names are for the warning.
  init(_ delegate: AnyObject?, _ names: TaskDescriptor.SwiftNames) { (self.delegate, self.names) = (delegate, names) }

  /// Calls the delegate's method if the delegate and the task still exist.
  func notify(_ answer: LiveStreamAnswer<Output>) {
    guard let task else { return }
    // No mistake, so no warning: the delegate may have been released first.
    guard let delegate else { return state.withLock { $0.unheard += 1 } }
    task.deliver(answer, to: delegate)
  }

  var unheardCount: Int { state.withLock { $0.unheard } }

  func countResult(withoutMethodIn delegate: AnyObject) {
    let isFirst = state.withLock { state in
      state.unheard += 1
      defer { state.isWarned = true }
      return !state.isWarned
    }
    guard isFirst else { return }
    StandardError.write(
      "\(names.type): the delegate (\(type(of: delegate))) gets no results: it has no method \(names.delegateMethod). "
        + "Check the labels of the method that it has.\n")
  }
}
