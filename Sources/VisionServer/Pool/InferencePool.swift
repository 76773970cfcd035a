import VisionHTTP
import VisionTasks

/// The tasks of one of the pool's threads, by the names of the served models. Only their thread uses them.
typealias ThreadTasks = [String: any AnyVisionTask]

/// Runs all work on images: decoding, inference and encoding, on as many threads as there are sessions. Each thread has
/// a task of its own for every model. Tasks of one model share the memory of its weights. Images of all clients wait in
/// one queue. They are not batched: the published models have a batch of one, and on CPUs a larger one saves nothing.
final class InferencePool: Sendable {
  private typealias Job = @Sendable (ThreadTasks) throws -> any Sendable

  private let pool: TaskPool<Job, any Sendable>
  var size: Int { pool.size }
  let queue: JobQueue
  /// The turns of images: those without one hold no memory of pixels, and no thread waits for memory.
  private let turns: FairSemaphore
  let memory: MemoryBudget
  private let metrics: ServerMetrics

  /// Opens all models. The memory for requests is asked for when the models have theirs.
  init(_ models: ServedModels, options: ServerOptions, metrics: ServerMetrics, memory: () -> MemoryBudget) throws {
    let all = models.all
    // These are opened once per stream; what is wrong with one shows at the start.
    for model in all where model.isSequential { _ = try model.makeTask(.video) }
    pool = try TaskPool(size: options.sessions) {
      let tasks = ThreadTasks(
        uniqueKeysWithValues: try all.filter { !$0.isSequential }.map { ($0.name, try $0.makeTask(.image)) })
      return { job in try job(tasks) }
    }
    queue = JobQueue(size: options.sessions, limit: options.queue, patience: .seconds(options.queueSeconds))
    turns = FairSemaphore(total: options.sessions)
    self.memory = memory()
    self.metrics = metrics
  }

  /// Runs work in the order of the calls, as soon as a session and the memory of its pixels are free. Work without an
  /// image has no bytes.
  func run<Value: Sendable>(
    for model: ServedModel, holding bytes: Int? = nil, _ work: @escaping @Sendable (ThreadTasks) throws -> Value
  ) async throws -> Value {
    let number = try queue.enter()
    let task = Task { [pool, turns, memory, queue, metrics] in
      // Both are held until the work ends, also when its client is gone before.
      try await turns.acquire(1)
      let turn = Finish { turns.release(1) }
      try await memory.wait(for: bytes ?? 0)
      let held = Finish { memory.giveBack(bytes ?? 0) }
      return try await pool.result(for: { tasks in
        defer {
          held.call()
          turn.call()
        }
        let waited = try queue.begin(number)
        if bytes != nil { metrics.record(waited, as: .queue, model: model.name) }
        defer { queue.end() }
        return try work(tasks)
      })
    }
    queue.onExpiry(of: number) { task.cancel() }
    do {
      let value = try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
      guard let value = value as? Value else { throw TasksError.internalFailure("The pool returned another type.") }
      return value
    } catch { throw queue.leave(number) ?? error }
  }
}

/// The images that wait for a session. The pool keeps them; the queue decides which may enter, and cancels late ones.
final class JobQueue: Sendable {
  private struct Waiting {
    let since: ContinuousClock.Instant
    /// Removes the image from the pool; nil until it is there.
    var cancel: (@Sendable () -> Void)?
    var isExpired = false
  }

  private struct State {
    var waiting: [Int: Waiting] = [:]
    var running = 0
    var lastNumber = 0
  }

  private let size, limit: Int
  private let patience: Duration
  private let state = Locked(State())

  /// A queue before `size` sessions. When all are busy, `limit` images may wait.
  init(size: Int, limit: Int, patience: Duration) { (self.size, self.limit, self.patience) = (size, limit, patience) }
  var count: Int { state.withLock { $0.waiting.count } }

  func enter() throws -> Int {
    try state.withLock { state in
      guard state.waiting.count < limit + max(size - state.running, 0) else {
        throw TasksError.exhausted("All sessions are busy and \(limit) images wait; try again later.")
      }
      state.lastNumber += 1
      state.waiting[state.lastNumber] = Waiting(since: .now)
      return state.lastNumber
    }
  }

  func onExpiry(of number: Int, _ cancel: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting[number]?.cancel = cancel }
  }

  func begin(_ number: Int) throws -> Duration {
    try state.withLock { state in
      guard let entry = state.waiting[number] else { throw CancellationError() }
      let waited = ContinuousClock.now - entry.since
      guard !entry.isExpired, waited <= patience else {
        state.waiting[number]?.isExpired = true
        throw expired
      }
      state.waiting[number] = nil
      state.running += 1
      return waited
    }
  }

  func end() { state.withLock { $0.running -= 1 } }

  /// Removes an image that did not begin. Returns the error of one that waited too long; nil for another reason.
  @discardableResult func leave(_ number: Int) -> TasksError? {
    let entry = state.withLock { $0.waiting.removeValue(forKey: number) }
    return entry?.isExpired == true ? expired : nil
  }

  func expire() {
    let cancellations = state.withLock { state in
      let now = ContinuousClock.now
      let late = state.waiting.filter { !$0.value.isExpired && now - $0.value.since > patience }
      for number in late.keys { state.waiting[number]?.isExpired = true }
      return late.values.compactMap(\.cancel)
    }
    for cancel in cancellations { cancel() }
  }

  private var expired: TasksError {
    TasksError(
      .unavailableError, "The image waited \(patience / .seconds(1)) s for a session and memory; try again later.")
  }
}
