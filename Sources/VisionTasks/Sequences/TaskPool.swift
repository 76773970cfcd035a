import LiteRTEngine

/// Processes many inputs concurrently, with a vision task on each thread, and returns the results in the order of the
/// inputs.
///
/// ```swift
/// let pool = try TaskPool(size: 4) {
///   let options = PoseLandmarkerOptions()
///   options.baseOptions.modelAssetPath = "pose_landmarker_lite.task"
///   options.baseOptions.threadCount = 1
///   let task = try PoseLandmarker(options: options)
///   return { (image: MPImage) in try task.detect(image: image) }
/// }
/// for try await item in pool.results(for: images) {
///   let poses = try item.result.get()
/// }
/// let poses = try await pool.result(for: image)
/// ```
///
/// One single-threaded task per core has the highest throughput; one task with all cores has the lowest latency. Tasks
/// with the same options share their prepared models and packed weights.
public final class TaskPool<Input: Sendable, Output: Sendable>: Sendable {
  /// Processes one input; always called on the same thread.
  public typealias Work = (Input) throws -> Output

  /// The number of inputs processed concurrently.
  public let size: Int
  private let jobs: BoundedQueue<Job>
  private let submissions: Submissions

  /// Makes a pool and its tasks.
  ///
  /// - Parameters:
  ///   - size: The number of inputs processed concurrently, at least 1; nil, the default, for the number of
  ///     processors that the process may use.
  ///   - makeWork: Makes a task and returns a function that runs it. Called once for every thread: the first call
  ///     alone, the others concurrently.
  /// - Throws: `TasksError` with `invalidArgumentError` for a size below 1, with `resourceExhaustedError` when the
  ///   system allows too few threads, and what `makeWork` throws.
  public init(size: Int? = nil, makeWork: @escaping @Sendable () throws -> Work) throws {
    let size = size ?? ProcessResources.current.processors
    guard size > 0 else {
      throw TasksError.invalidArgument("The size of the pool is \(size); allowed is any integer from 1.")
    }
    self.size = size
    jobs = BoundedQueue()
    submissions = Submissions(jobs)
    let models = size > 1 ? SharedModels() : nil
    let makeShared: @Sendable () throws -> ThreadWork<Work> = {
      ThreadWork(run: try models?.sharing(makeWork) ?? makeWork())
    }
    let failure = Locked<(any Error)?>(nil)
    let making = DispatchGroup()
    defer { models?.removeFiles() }
    do {
      // The first task prepares models and packs weights, the others reuse both.
      let first = try makeShared()
      try Thread.start(name: "task pool") { [jobs] in
        while let job = jobs.pop() { job.run(first.run) }
      }
      for _ in 1..<size {
        making.enter()
        do {
          try Thread.start(name: "task pool") { [jobs] in
            let made = Result { try makeShared() }
            if case .failure(let error) = made { failure.withLock { $0 = $0 ?? error } }
            making.leave()
            guard case .success(let work) = made else { return }
            while let job = jobs.pop() { job.run(work.run) }
          }
        } catch {
          making.leave()
          throw error
        }
      }
      making.wait()
      if let failure = failure.withLock({ $0 }) { throw failure }
    } catch {
      jobs.close()
      making.wait()
      throw error
    }
  }

  deinit { jobs.close() }

  /// The number of inputs submitted with `submit(_:)` whose results were not taken yet.
  public var pendingCount: Int { submissions.results.count }

  /// Submits an input, to be processed as soon as a thread is free. Does not wait: with many inputs take results in
  /// between to keep `pendingCount` small, for example at twice the size.
  public func submit(_ input: Input) { submissions.submit(input) }

  /// Returns the oldest input of `submit(_:)` not taken yet, with its result. Blocks until the result is ready; nil
  /// when there is no such input.
  public func next() -> PoolResult<Input, Output>? { submissions.results.pop(.whileReserved) }

  /// Like `next()` without waiting; nil also while the oldest input is being processed.
  public func nextIfReady() -> PoolResult<Input, Output>? { submissions.results.pop(.never) }

  /// Processes one input without blocking a thread of Swift concurrency.
  ///
  /// Inputs of several callers are processed in the order of the calls, `size` at a time.
  ///
  /// - Parameter input: The input.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; `CancellationError` as soon as the calling task is cancelled. Work that has not
  ///   begun by then never runs.
  public func result(for input: Input) async throws -> Output {
    let submission = Submissions(jobs)
    return try await withTaskCancellationHandler {
      submission.submit(input)
      // Not reached: a closed queue throws.
      guard let item = try await submission.results.next() else { throw CancellationError() }
      return try item.result.get()
    } onCancel: {
      submission.cancel()
    }
  }

  /// Processes a sequence. The results are in the order of the inputs, each with its input, and include failures.
  ///
  /// Every call has its own results, and calls may overlap. At most twice the pool's size of inputs are read ahead of
  /// the results requested. Leaving the loop drops remaining inputs; when the calling task is cancelled, the loop
  /// throws `CancellationError`.
  ///
  /// - Parameter inputs: The inputs.
  /// - Returns: One result per input.
  public func results<Inputs: Sequence & Sendable>(for inputs: Inputs) -> PoolResults<PoolInputs<Inputs>, Output>
  where Inputs.Element == Input { PoolResults(PoolInputs(base: inputs), self) }

  /// Processes an asynchronous sequence. The results are in the order of the inputs, each with its input, and include
  /// failures.
  ///
  /// Every call has its own results, and calls may overlap. At most twice the pool's size of inputs are read ahead of
  /// the results requested. Leaving the loop drops remaining inputs.
  ///
  /// - Parameter inputs: The inputs.
  /// - Returns: One result per input. See `PoolResults` for errors and cancellation.
  public func results<Inputs: AsyncSequence & Sendable>(for inputs: Inputs) -> PoolResults<Inputs, Output>
  where Inputs.Element == Input { PoolResults(inputs, self) }

  func reader<Inputs: AsyncSequence & Sendable>(
    of inputs: Inputs
  ) -> SequenceReader<PoolResult<Input, Output>> where Inputs.Element == Input {
    let submissions = Submissions(jobs, capacity: 2 * size)
    return SequenceReader(into: submissions.results, onCancel: submissions.cancel) { results in
      var source = inputs.makeAsyncIterator()
      while await results.waitForRoom(), let input = try await source.next() { submissions.submit(input) }
    }
  }
}

extension TaskPool {
  fileprivate struct Job: Sendable {
    let input: Input
    let number: Int
    let results: BoundedQueue<PoolResult<Input, Output>>

    func run(_ work: Work) {
      let result = Result { try work(input) }
      results.fill(number, with: PoolResult(input: input, result: result))
    }
  }

  /// The inputs that one caller submits, and their results in the order of the inputs.
  fileprivate struct Submissions: Sendable {
    let jobs: BoundedQueue<Job>
    let results: BoundedQueue<PoolResult<Input, Output>>

    init(_ jobs: BoundedQueue<Job>, capacity: Int = .max) {
      self.jobs = jobs
      results = BoundedQueue(capacity: capacity)
    }

    func submit(_ input: Input) {
      // The job is added while the place is reserved, so that `cancel()` removes every job added before it.
      results.reserve { jobs.push(Job(input: input, number: $0, results: results)) }
    }

    /// Discards results and the inputs that no thread processes yet.
    @Sendable func cancel() {
      results.close()
      jobs.removeAll { $0.results === results }
    }
  }
}

/// Transfers work to the thread that runs it. `@unchecked Sendable` is safe because no other thread uses it.
private struct ThreadWork<Work>: @unchecked Sendable { let run: Work }

/// An input of a `TaskPool` and its result.
public struct PoolResult<Input: Sendable, Output: Sendable>: Sendable {
  /// The input.
  public let input: Input
  /// What the work returned, or the error that it threw.
  public let result: Result<Output, any Error>
}

/// The results of a `TaskPool` for a sequence of inputs, in the sequence's order, each with its input. Returned by
/// `TaskPool.results(for:)`.
///
/// - Work that throws does not end the sequence: the element's `result` is the error. An error of the source is thrown
///   after the results of the inputs before it.
/// - Reading starts with the first request for a result, and stays at most twice the pool's size ahead.
/// - Cancelling, or leaving the loop, stops reading and drops inputs that are not being processed; a waiting `next()`
///   throws `CancellationError` at once. The pool stays usable.
public struct PoolResults<Inputs: AsyncSequence & Sendable, Output: Sendable>: AsyncSequence, Sendable
where Inputs.Element: Sendable {
  /// An input and its result.
  public typealias Element = PoolResult<Inputs.Element, Output>

  private let inputs: Inputs
  private let pool: TaskPool<Inputs.Element, Output>

  init(_ inputs: Inputs, _ pool: TaskPool<Inputs.Element, Output>) { (self.inputs, self.pool) = (inputs, pool) }

  /// Makes an iterator over a new iterator of the source.
  public func makeAsyncIterator() -> Iterator { Iterator(pool: pool, reader: pool.reader(of: inputs)) }

  /// Iterates over the results. Use an iterator from one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    /// Retained because the threads end with the pool.
    fileprivate let pool: TaskPool<Inputs.Element, Output>
    fileprivate let reader: SequenceReader<PoolResults.Element>

    /// Waits for the next result.
    ///
    /// - Returns: An input and its result; nil after the last one and after an error.
    /// - Throws: What the source throws; `CancellationError` when the Swift task is cancelled.
    public mutating func next() async throws -> PoolResults.Element? { try await reader.next() }
  }
}

/// A collection or another sequence as the source of ``PoolResults``.
public struct PoolInputs<Base: Sequence & Sendable>: AsyncSequence, Sendable {
  let base: Base

  /// Makes an iterator over a new iterator of the sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeIterator()) }

  /// Iterates over the inputs.
  public struct Iterator: AsyncIteratorProtocol {
    var base: Base.Iterator

    /// The next input; nil after the last one.
    public mutating func next() async -> Base.Element? { base.next() }
  }
}
