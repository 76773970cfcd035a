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

  init(_ parts: TaskParts<Output>) {
    (runner, listener) = (parts.runner, parts.listener)
    super.init()
    listener.task = self
  }

  /// Calls the method of the delegate's protocol. Every task overrides it.
  func deliver(_ answer: LiveStreamAnswer<Output>, to delegate: AnyObject) {}
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

/// What a task is made of: an open pipeline behind its runner, and the delegate.
struct TaskParts<Output: TaskResult>: Sendable {
  let runner: VisionTaskRunner<Output>
  let listener: LiveStreamListener<Output>
  let labels: [String]
}

/// Opening a model keeps one core busy, so one task is made at a time.
private let creationQueue = DispatchQueue(label: "com.mediapipe.tasks.vision.creation", qos: .userInitiated)

extension TaskDefinition where Output: TaskResult {
  /// Checks the options and opens the models.
  ///
  /// - Throws: `TasksError` for an option outside its range and for models that are missing or unusable.
  static func open(_ options: Options) throws -> TaskParts<Output> {
    try validate(options)
    let listener = LiveStreamListener<Output>(
      Options.liveStreamDelegate.flatMap { options[keyPath: $0] } as AnyObject?, descriptor.swift)
    let pipeline = try openPipeline(options)
    let labels = pipeline.labels
    let runner = VisionTaskRunner(
      pipeline: pipeline, mode: options.runningMode, taskName: descriptor.name,
      region: options.baseOptions.regionOfInterest
    ) { listener.notify(LiveStreamAnswer($0, $1)) }
    return TaskParts(runner: runner, listener: listener, labels: labels)
  }

  /// Checks the options and opens the models, without blocking a thread of Swift concurrency.
  ///
  /// - Throws: As `open(_:)`; `CancellationError` as soon as the calling task is cancelled.
  nonisolated(nonsending) static func open(_ options: Options) async throws -> TaskParts<Output> {
    let copy = OptionsCopy(options: options.duplicate())
    return try await creationQueue.runUntilCancelled { _ in try open(copy.options) }
  }
}

/// Transfers a copy of the options to the queue. `@unchecked Sendable` is safe because the copy has no other reference.
private struct OptionsCopy<Options>: @unchecked Sendable { let options: Options }

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
