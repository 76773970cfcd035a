import VisionHTTP

final class SharedResources: Sendable {
  private let cameras: FairSemaphore
  private let liveQueues: [DispatchQueue]
  private let liveCount = Locked(0)
  let disk: DiskQuota
  /// Inference on library images, one at a time since each uses all cores.
  let images: WorkQueue
  let inspections: WorkQueue
  /// Time slices of video jobs; separate, so that no image waits for them.
  let videos: WorkQueue
  let openVideos, videoMemory: FairSemaphore
  private let lessons: FairSemaphore
  /// Trainings of gestures, one at a time: each takes seconds of one processor.
  let trainings: WorkQueue
  let workers: OwnModelWorkers
  /// Work that waits for a worker process, which may hang. One item per visitor, so that no other visitor waits for it.
  let ownModels: WorkQueue

  init(_ options: StudioOptions) {
    let limits = options.limits
    cameras = FairSemaphore(total: limits.liveSessions)
    disk = DiskQuota(limit: limits.totalBytes)
    // Separate budgets, since videos hold their memory for minutes.
    let imageMemory = FairSemaphore(total: limits.imageMemory)
    images = WorkQueue(label: "vision studio images", quality: .userInitiated, slots: 1, memory: imageMemory)
    inspections = WorkQueue(label: "vision studio inspections", quality: .userInitiated, slots: 2, memory: imageMemory)
    videoMemory = FairSemaphore(total: limits.videoMemory)
    openVideos = FairSemaphore(total: limits.openVideos, maxPerClient: 1)
    videos = WorkQueue(label: "vision studio videos", quality: .utility, slots: 1, memory: videoMemory)
    lessons = FairSemaphore(total: limits.trainings)
    trainings = WorkQueue(label: "vision studio trainings", quality: .utility, slots: 1, memory: imageMemory)
    workers = OwnModelWorkers(options: options)
    // A separate memory budget: a hung process must not block others' memory.
    ownModels = WorkQueue(
      label: "vision studio own models", quality: .userInitiated, slots: limits.workers, maxPerVisitor: 1,
      memory: FairSemaphore(total: limits.imageMemory))
    // Blocking work must not run on Swift's cooperative threads. One queue per core.
    liveQueues = (0..<max(2, ProcessResources.current.processors)).map {
      DispatchQueue(label: "vision studio live \($0)", qos: .userInteractive)
    }
  }

  func beginLive() throws -> DispatchQueue {
    guard cameras.take(1) else {
      throw TasksError.exhausted("\(cameras.total.counted("camera")) in use is the maximum; stop one and try again.")
    }
    return liveCount.withLock { count in
      count += 1
      return liveQueues[count % liveQueues.count]
    }
  }

  func beginLesson() throws {
    guard lessons.take(1) else {
      throw TasksError.exhausted(
        "\(lessons.total.counted("visitor")) who train gestures are the maximum; try again when one is done.")
    }
  }

  func endLesson() { lessons.release(1) }

  func endLive() { cameras.release(1) }
}

/// A queue for blocking work with limited concurrency and memory. Visitors are served round-robin.
struct WorkQueue: Sendable {
  private let slots, memory: FairSemaphore
  private let queue: DispatchQueue

  /// A queue for `slots` items at a time, `maxPerVisitor` of one visitor. Queues may share a budget of memory.
  init(label: String, quality: DispatchQoS, slots: Int, maxPerVisitor: Int? = nil, memory: FairSemaphore) {
    self.slots = FairSemaphore(total: slots, maxPerClient: maxPerVisitor)
    self.memory = memory
    queue = DispatchQueue(label: label, qos: quality, attributes: .concurrent)
  }

  /// Runs work, which may block, when it is the visitor's turn and its memory is available; 0 bytes if it was acquired.
  func run<Value: Sendable>(
    for visitor: String, bytes: Int, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await slots.with(1, for: visitor) {
      guard bytes > 0 else { return try await queue.run(work) }
      return try await memory.with(bytes, for: visitor) { try await queue.run(work) }
    }
  }
}

final class DiskQuota: Sendable {
  private struct State {
    var bytes = 0
    var isClosed = false
  }

  private let limit: Int
  private let parent: DiskQuota?
  private let state = Locked(State())

  init(limit: Int = .max, within parent: DiskQuota? = nil) { (self.limit, self.parent) = (limit, parent) }
  var reserved: Int { state.withLock { $0.bytes } }

  func reserve(_ count: Int) throws {
    try state.withLock { state in
      guard !state.isClosed else { throw TasksError.notFound("This session has ended; reload the page.") }
      let (sum, overflows) = state.bytes.addingReportingOverflow(count)
      guard !overflows, sum <= limit else {
        throw TasksError.exhausted(
          "\(parent == nil ? "All files" : "Your files") and their results together would take more than "
            + "\(limit.megabytes); remove some and try again.")
      }
      try parent?.reserve(count)
      state.bytes = sum
    }
  }

  func release(_ count: Int) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.bytes -= count
      parent?.release(count)
    }
  }

  func close() {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      parent?.release(state.bytes)
      state.bytes = 0
    }
  }
}
