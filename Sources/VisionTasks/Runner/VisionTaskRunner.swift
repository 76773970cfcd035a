import Dispatch

/// Runs a pipeline in one of the three running modes. No other type knows the modes.
///
/// - image: independent images; the call blocks.
/// - video: increasing timestamps; the call blocks.
/// - live stream: increasing timestamps; the call returns at once. One frame is processed and the newest one waits.
///   Results are delivered on a serial queue in order. While the delegate is busy only the newest result waits for it,
///   so a slow delegate never lags behind the stream.
///
/// A refused call changes nothing; the next one is processed as usual.
package final class VisionTaskRunner<Output: Sendable>: Sendable {
  /// Receives the result or error of a live-stream frame and the frame's timestamp in milliseconds.
  package typealias Delivery = @Sendable (Result<Output, any Error>, Int) -> Void

  /// A frame, and the number of resets before it was sent.
  private typealias PendingFrame = (frame: Frame, timestamp: Int, stream: Int)
  private typealias PendingResult = (result: Result<Output, any Error>, timestamp: Int)

  /// The difference between the timestamps of consecutive results in image mode, as in MediaPipe.
  private static var imageTimestampStep: Int { 1000 }
  /// Frames processed during one call of the delegate; then it counts as stuck, and further results are dropped.
  private static var workLimitPerCall: Int { 4 }

  private struct State {
    var lastTimestamp: Int?
    var imageCount = 0
    var stream = 0
    var waiting: PendingFrame?
    var isWorking = false
    /// The newest result, until the delegate takes it.
    var ready: PendingResult?
    var isDelivering = false
    /// Frames whose processing began since the delegate last got a result.
    var workedOn = 0
    var dropped = 0
    /// The task while live-stream frames are pending: its delegate is called with it.
    var owner: AnyObject?

    mutating func releaseOwnerWhenIdle() { if !isWorking, !isDelivering { owner = nil } }

    /// Makes a timestamp the last one and returns it; nil is a monotonic clock's time, at least one above the last.
    mutating func accept(_ given: Int?) throws -> Int {
      guard let timestamp = given else {
        let clock = Int(DispatchTime.now().uptimeNanoseconds / 1_000_000)
        let next = max(clock, lastTimestamp.map { $0 == .max ? $0 : $0 + 1 } ?? clock)
        return try accept(next)
      }
      if let lastTimestamp, timestamp <= lastTimestamp {
        throw TasksError.invalidArgument(
          "The timestamp \(timestamp) ms is not greater than the last one, \(lastTimestamp) ms; timestamps of a task must rise. "
            + "Another stream needs another task.")
      }
      lastTimestamp = timestamp
      return timestamp
    }
  }

  package let mode: RunningMode
  /// The classes of masks in their order.
  let labels: [String]
  /// The region of interest of calls and images without one; nil for the whole image.
  private let region: CGRect?

  /// Locked before `state` where both are needed.
  private let pipeline: Locked<any VisionPipeline<Output>>
  private let state = Locked(State())

  /// The queue on which live-stream frames and frames of asynchronous sequences are processed.
  let workQueue: DispatchQueue
  package let deliveryQueue: DispatchQueue
  private let deliver: Delivery?

  /// Takes the pipeline over. The task's name, for example `gesture`, is part of the queues' labels.
  package init(
    pipeline: any VisionPipeline<Output>, mode: RunningMode, taskName: String, region: CGRect? = nil,
    deliver: Delivery? = nil
  ) {
    (self.pipeline, labels) = (Locked(pipeline), pipeline.labels)
    (self.mode, self.region, self.deliver) = (mode, region, deliver)
    let label = "com.mediapipe.tasks.vision.\(taskName)_\(UUID().uuidString)"
    deliveryQueue = DispatchQueue(label: label)
    workQueue = DispatchQueue(label: label + ".work", qos: .userInitiated)
  }

  package var droppedFrameCount: Int { state.withLock { $0.dropped } }
  func countDroppedFrame() { state.withLock { $0.dropped += 1 } }

  /// Processes an independent image. For `isWanted` see `processVideoFrame`.
  package func processImage(
    _ image: MPImage, region: CGRect? = nil, while isWanted: () -> Bool = { true }
  ) throws -> Output {
    try require(.image)
    let frame = try frame(of: image, region)
    return try pipeline.withLock { pipeline in
      guard isWanted() else { throw CancellationError() }
      let timestamp = state.withLock { state in
        defer { state.imageCount += 1 }
        return state.imageCount * Self.imageTimestampStep
      }
      let output = try pipeline.run(frame, timestampInMilliseconds: timestamp)
      // The number only counts the images: it is no time that a comparison or a file should have.
      (output as? TaskResult)?.setsNoTime()
      return output
    }
  }

  /// Processes the next frame of a video; a nil timestamp stands for the clock's time.
  /// `isWanted` is asked when the frame's turn comes. If it returns false the call throws `CancellationError` and
  /// changes nothing: a frame cancelled before a `reset()` must not be processed after it.
  package func processVideoFrame(
    _ image: MPImage, timestampInMilliseconds: Int?, region: CGRect? = nil, while isWanted: () -> Bool = { true }
  ) throws -> Output {
    try require(.video)
    let frame = try frame(of: image, region)
    return try pipeline.withLock { pipeline in
      guard isWanted() else { throw CancellationError() }
      let timestamp = try state.withLock { try $0.accept(timestampInMilliseconds) }
      return try pipeline.run(frame, timestampInMilliseconds: timestamp)
    }
  }

  /// Queues a live-stream frame and returns at once; a nil timestamp stands for the clock's time.
  /// `owner` is retained until the frame is answered or dropped, so a task released meanwhile still answers.
  package func processLiveStreamFrame(
    _ image: MPImage, timestampInMilliseconds: Int?, region: CGRect? = nil, keeping owner: AnyObject? = nil
  ) throws {
    try require(.liveStream)
    let frame = try frame(of: image, region)
    // A frame that is replaced is released after the lock: a function of the caller's may take its pixels back.
    _ = try state.withLock { state -> PendingFrame? in
      let timestamp = try state.accept(timestampInMilliseconds)
      let pending = (frame, timestamp, state.stream)
      if state.isWorking {
        let replaced = state.waiting
        if replaced != nil { state.dropped += 1 }
        state.waiting = pending
        state.owner = owner
        return replaced
      } else if state.workedOn < Self.workLimitPerCall {
        state.isWorking = true
        state.workedOn += 1
        state.owner = owner
        workQueue.async { self.work(on: pending) }
      } else {
        state.dropped += 1
      }
      return nil
    }
  }

  /// Discards tracked objects, the last timestamp and frames not begun; waits for a frame being processed.
  package func reset() {
    _ = state.withLock { state -> PendingFrame? in
      if state.waiting != nil { state.dropped += 1 }
      state.stream += 1
      return state.waiting.take()
    }
    pipeline.withLock { pipeline in
      pipeline.reset()
      state.withLock { state in
        state.lastTimestamp = nil
        state.imageCount = 0
      }
    }
  }

  /// Waits until every queued frame of a live stream is answered or dropped. The delegate must not call it.
  package func finish() {
    workQueue.sync {}
    deliveryQueue.sync {}
  }

  /// Processes a frame, then the waiting ones until there is none. Runs on the work queue.
  private func work(on first: PendingFrame) {
    var next: PendingFrame? = first
    while let (frame, timestamp, stream) = next {
      let result = pipeline.withLock { pipeline -> Result<Output, any Error>? in
        let isWanted = state.withLock { state in
          guard state.stream != stream else { return true }
          state.dropped += 1
          // The delegate gets nothing of it, so it does not count against the delegate.
          state.workedOn = max(0, state.workedOn - 1)
          return false
        }
        return isWanted ? Result { try pipeline.run(frame, timestampInMilliseconds: timestamp) } : nil
      }
      if let result { offer(result, timestamp) }
      next = takeWaiting()
    }
  }

  /// Delivers a result, or makes it the waiting one while the delegate is busy.
  private func offer(_ result: Result<Output, any Error>, _ timestamp: Int) {
    state.withLock { state in
      if state.isDelivering {
        if state.ready != nil { state.dropped += 1 }
        state.ready = (result, timestamp)
      } else {
        state.isDelivering = true
        state.workedOn = 0
        deliveryQueue.async { self.deliverAll(from: result, timestamp) }
      }
    }
  }

  /// Calls the delegate with a result, then with the newest one until there is none. Runs on the delivery queue.
  private func deliverAll(from first: Result<Output, any Error>, _ firstTimestamp: Int) {
    deliver?(first, firstTimestamp)
    while let (result, timestamp) = takeReady() { deliver?(result, timestamp) }
  }

  private func takeReady() -> PendingResult? {
    state.withLock { state in
      defer { state.ready = nil }
      state.workedOn = 0
      state.isDelivering = state.ready != nil
      state.releaseOwnerWhenIdle()
      return state.ready
    }
  }

  /// Returns the frame to process next. A frame for a stuck delegate is dropped.
  private func takeWaiting() -> PendingFrame? {
    let (next, isWanted) = state.withLock { state in
      let next = state.waiting.take()
      let isWanted = next != nil && state.workedOn < Self.workLimitPerCall
      if isWanted {
        state.workedOn += 1
      } else {
        if next != nil { state.dropped += 1 }
        state.isWorking = false
        state.releaseOwnerWhenIdle()
      }
      return (next, isWanted)
    }
    return isWanted ? next : nil
  }

  /// The image with the call's region, else its own, else the task's.
  private func frame(of image: MPImage, _ region: CGRect?) throws -> Frame {
    try Frame(image, region: region ?? image.regionOfInterest ?? self.region)
  }

  func require(_ needed: RunningMode) throws {
    guard mode == needed else {
      throw TasksError.invalidArgument(
        "The task is not initialized with the \(needed.name) mode. Current running mode: \(mode.name). "
          + "Set the running mode of the options, or call the method of the \(mode.name) mode.")
    }
  }
}

extension VisionTaskRunner {
  func imageResult(_ image: MPImage, region: CGRect? = nil) async throws -> Output {
    try require(.image)
    return try await workQueue.runUntilCancelled { try self.processImage(image, region: region, while: $0) }
  }

  /// Processes the next frame of a video on the task's queue; a nil timestamp stands for the clock's time.
  func videoResult(_ frame: MPImage, timestampInMilliseconds: Int?, region: CGRect? = nil) async throws -> Output {
    try require(.video)
    return try await workQueue.runUntilCancelled {
      try self.processVideoFrame(frame, timestampInMilliseconds: timestampInMilliseconds, region: region, while: $0)
    }
  }

  /// Checks the mode for a sequence: image mode, or video mode for timed frames; single images have no timestamps.
  func requireSequenceMode(timed: Bool) throws {
    if mode == .image { return }
    try require(timed ? .video : .image)
  }

  /// Processes a frame of a sequence on the task's queue. `makeImage` is called there.
  func result(
    of makeImage: @escaping @Sendable () throws -> (MPImage, timestampInMilliseconds: Int?)
  ) async throws -> Output {
    try await workQueue.runUntilCancelled { [self] isWanted in
      let (image, timestamp) = try makeImage()
      return mode == .image
        ? try processImage(image, while: isWanted)
        : try processVideoFrame(image, timestampInMilliseconds: timestamp, while: isWanted)
    }
  }
}
