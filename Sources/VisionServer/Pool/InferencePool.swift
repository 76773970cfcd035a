import VisionCore
import VisionHTTP
import VisionTasks

/// The tasks of one of the pool's threads, by the names of the served models. Only their thread uses them.
typealias ThreadTasks = [String: any AnyVisionTask]

/// Runs all work on images: decoding, inference and encoding, on as many threads as there are sessions.
/// Each thread has a task of its own for every model. Tasks of one model share the memory of its weights. Images of all clients
/// wait in one queue. They are not batched: the published models have a batch of one, and on CPUs a larger one saves nothing.
final class InferencePool: Sendable {
  private typealias Job = @Sendable (ThreadTasks) throws -> any Sendable

  private static let expiryInterval = Duration.milliseconds(50)

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

  func expire() async {
    while !Task.isCancelled {
      // Ends with the cancellation.
      do { try await Task.sleep(for: Self.expiryInterval) } catch { return }
      queue.expire()
    }
  }

  /// Runs work as soon as a session and the memory of its pixels are free, in the order of the calls. Throws
  /// `CancellationError` as soon as the Swift task is cancelled; work that did not begin never does then.
  func run<Value: Sendable>(
    for model: ServedModel, holding bytes: Int = 0, _ work: @escaping @Sendable (ThreadTasks) throws -> Value
  ) async throws -> Value {
    let number = try queue.enter()
    let (queue, metrics) = (queue, metrics)
    let task = Task { [pool, turns, memory] in
      // Both are held until the work ends, also when its client is gone before.
      try await turns.acquire(1, for: "")
      let turn = Finish { turns.release(1, for: "") }
      try await memory.wait(for: bytes)
      let held = Finish { memory.giveBack(bytes) }
      return try await pool.result(for: { tasks in
        defer {
          held.call()
          turn.call()
        }
        metrics.record(try queue.begin(number), as: .queue, model: model.name)
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
