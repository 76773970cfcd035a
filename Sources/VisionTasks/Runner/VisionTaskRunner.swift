import Foundation
import VisionErrors

/// Runs a pipeline in one of the three running modes; the only place that knows them.
///
/// - image: independent images, the call blocks.
/// - video: rising timestamps, the call blocks.
/// - live stream: rising timestamps, the call returns at once; at most one image is worked on and one waits, which is always
///   the newest. Results arrive on a serial queue in order. While the delegate is busy the newest result waits for it and
///   replaces the one before, so that a slow delegate never lags behind the stream.
///
/// A refused call changes nothing: the task works on with the next one.
///
/// Sendable: the pipeline is touched under `pipelineLock` only, everything else that changes under `stateLock`.
package final class VisionTaskRunner<Pipeline: VisionPipeline>: @unchecked Sendable {
  /// What a live-stream image came to: the result, or the error, and the timestamp it was sent with.
  package typealias Delivery = @Sendable (Result<Pipeline.Output, any Error>, Int) -> Void

  /// The step between the timestamps of image mode's results, as MediaPipe counts them.
  private static var imageTimestampStep: Int { 1000 }
  /// Images that are worked on during one call of the delegate; then it counts as stuck, and work for it would be wasted.
  private static var workLimitPerCall: Int { 4 }

  package let mode: RunningMode

  private let pipeline: Pipeline
  private let pipelineLock = NSLock()

  private let stateLock = NSLock()
  private var lastTimestamp: Int?
  private var imageCount = 0
  private var waiting: (frame: Frame, timestamp: Int)?
  private var isWorking = false
  /// The newest result, until the delegate takes it.
  private var ready: (result: Result<Pipeline.Output, any Error>, timestamp: Int)?
  private var isDelivering = false
  /// The images that work was begun on since the delegate got a result.
  private var workedOn = 0
  private var dropped = 0
  /// The task, while it has live-stream images to answer: its delegate is called with it.
  private var owner: AnyObject?

  /// Where live-stream images and the frames of asynchronous sequences are worked on.
  let workQueue: DispatchQueue
  /// The serial queue of all results.
  package let deliveryQueue: DispatchQueue
  private let deliver: Delivery?

  /// - Parameters:
  ///   - pipeline: The data flow; nobody else may call it from then on.
  ///   - mode: The one mode in which the task will be called.
  ///   - taskName: The task in the delivery queue's label, for example `gesture_recognizer`.
  ///   - deliver: Gets the results of live-stream mode; not used in the other modes.
  package init(pipeline: Pipeline, mode: RunningMode, taskName: String, deliver: Delivery? = nil) {
    self.pipeline = pipeline
    self.mode = mode
    self.deliver = deliver
    let label = "com.mediapipe.tasks.vision.\(taskName)_\(UUID().uuidString)"
    deliveryQueue = DispatchQueue(label: label)
    workQueue = DispatchQueue(label: label + ".work", qos: .userInitiated)
  }

  /// Images of live streams and asynchronous sequences whose result nobody got because the task or its delegate was busy.
  package var droppedFrameCount: Int { stateLock.withLock { dropped } }

  /// Takes note of an image that was dropped before it came here.
  func countDroppedFrame() { stateLock.withLock { dropped += 1 } }

  /// Processes an image on its own; as `processVideoFrame` when it is not wanted any more.
  package func processImage(
    _ image: MPImage, region: CGRect? = nil, while isWanted: () -> Bool = { true }
  ) throws -> Pipeline.Output {
    try require(.image)
    let frame = try Frame(image, region: region)
    return try pipelineLock.withLock {
      guard isWanted() else { throw CancellationError() }
      let timestamp = stateLock.withLock {
        defer { imageCount += 1 }
        return imageCount * Self.imageTimestampStep
      }
      return try pipeline.process(frame, timestampInMilliseconds: timestamp)
    }
  }

  /// Processes the next image of a video; nil stands for the time of the clock.
  ///
  /// An image that is not wanted any more when its turn has come changes nothing, and the call throws: what was given up
  /// before a `reset()` must not be processed after it.
  package func processVideoFrame(
    _ image: MPImage, timestampInMilliseconds: Int?, region: CGRect? = nil, while isWanted: () -> Bool = { true }
  ) throws -> Pipeline.Output {
    try require(.video)
    let frame = try Frame(image, region: region)
    return try pipelineLock.withLock {
      guard isWanted() else { throw CancellationError() }
      let timestamp = try stateLock.withLock { try accept(timestampInMilliseconds) }
      return try pipeline.process(frame, timestampInMilliseconds: timestamp)
    }
  }

  /// Takes an image of a live stream and returns at once; nil stands for the time of the clock.
  ///
  /// The owner is kept until the image is answered or dropped, so that a task that is released meanwhile still answers.
  package func processLiveStreamFrame(
    _ image: MPImage, timestampInMilliseconds: Int?, region: CGRect? = nil, keeping owner: AnyObject? = nil
  ) throws {
    try require(.liveStream)
    let frame = try Frame(image, region: region)
    try stateLock.withLock {
      let timestamp = try accept(timestampInMilliseconds)
      self.owner = owner
      if isWorking {
        if waiting != nil { dropped += 1 }
        waiting = (frame, timestamp)
      } else if workedOn < Self.workLimitPerCall {
        isWorking = true
        workedOn += 1
        workQueue.async { self.work(on: frame, timestamp) }
      } else {
        dropped += 1
      }
    }
  }

  /// Forgets the tracked objects, the last timestamp and a waiting image. Waits for an image that is being worked on.
  package func reset() {
    pipelineLock.withLock {
      pipeline.reset()
      stateLock.withLock {
        if waiting != nil { dropped += 1 }
        waiting = nil
        lastTimestamp = nil
        imageCount = 0
      }
    }
  }

  /// Processes an image, then those that wait, until there is none. On the work queue.
  private func work(on first: Frame, _ firstTimestamp: Int) {
    var next: (frame: Frame, timestamp: Int)? = (first, firstTimestamp)
    while let (frame, timestamp) = next {
      let result = Result {
        try pipelineLock.withLock { try pipeline.process(frame, timestampInMilliseconds: timestamp) }
      }
      offer(result, timestamp)
      next = takeWaiting()
    }
  }

  /// Hands a result to the delegate; to a busy one as soon as it is free, in place of an older one that still waits for it.
  private func offer(_ result: Result<Pipeline.Output, any Error>, _ timestamp: Int) {
    stateLock.withLock {
      if isDelivering {
        if ready != nil { dropped += 1 }
        ready = (result, timestamp)
      } else {
        isDelivering = true
        workedOn = 0
        deliveryQueue.async { self.deliverAll(from: result, timestamp) }
      }
    }
  }

  /// Calls the delegate with a result, then with the newest one until there is none. On the delivery queue.
  private func deliverAll(from first: Result<Pipeline.Output, any Error>, _ firstTimestamp: Int) {
    deliver?(first, firstTimestamp)
    while let (result, timestamp) = takeReady() { deliver?(result, timestamp) }
  }

  /// The result to deliver next.
  private func takeReady() -> (result: Result<Pipeline.Output, any Error>, timestamp: Int)? {
    stateLock.withLock {
      defer { ready = nil }
      workedOn = 0
      isDelivering = ready != nil
      letGoWhenIdle()
      return ready
    }
  }

  /// The image to work on next. An image for a delegate that is stuck is dropped.
  private func takeWaiting() -> (frame: Frame, timestamp: Int)? {
    stateLock.withLock {
      guard let next = waiting else {
        isWorking = false
        letGoWhenIdle()
        return nil
      }
      waiting = nil
      guard workedOn < Self.workLimitPerCall else {
        dropped += 1
        isWorking = false
        letGoWhenIdle()
        return nil
      }
      workedOn += 1
      return next
    }
  }

  /// Lets go of the owner once nothing is left to answer. Under `stateLock`.
  private func letGoWhenIdle() {
    if !isWorking, !isDelivering { owner = nil }
  }

  func require(_ needed: RunningMode) throws {
    guard mode == needed else {
      throw TasksError.invalidArgument(
        "The task is not initialized with the \(needed.name) mode. Current running mode: \(mode.name). "
          + "Set runningMode in the options, or call the method of the \(mode.name) mode.")
    }
  }

  /// Takes note of a timestamp and gives it back. Nil stands for the time of a clock that only moves forward, at least one more
  /// than the last timestamp. Under `stateLock`.
  private func accept(_ given: Int?) throws -> Int {
    guard let timestamp = given else {
      let clock = Int(DispatchTime.now().uptimeNanoseconds / 1_000_000)
      let next = max(clock, lastTimestamp.map { $0 == .max ? $0 : $0 + 1 } ?? clock)
      return try accept(next)
    }
    if let lastTimestamp, timestamp <= lastTimestamp {
      throw TasksError.invalidArgument(
        "The timestamp \(timestamp) ms is not greater than the last one, \(lastTimestamp) ms; timestamps of a task must rise. "
          + "Call reset() to start another stream.")
    }
    lastTimestamp = timestamp
    return timestamp
  }
}
