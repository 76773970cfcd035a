import Dispatch
import Foundation
import LiteRTEngine
import VisionCore

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
/// with the same options share the packed weights of their models.
public final class TaskPool<Input: Sendable, Output: Sendable>: Sendable {
  /// Processes one input; always called on the same thread.
  public typealias Work = (Input) throws -> Output

  /// The number of inputs processed concurrently.
  public let size: Int
  private let queue: PoolQueue<Input, Output>
  /// The inputs of `submit(_:)`.
  private let line: PoolLine<Input, Output>

  /// Makes a pool and its tasks.
  ///
  /// - Parameters:
  ///   - size: The number of inputs processed concurrently, at least 1; nil, the default, for the number of
  ///     processors that the process may use.
  ///   - makeWork: Makes a task and returns a function that runs it. Called once for every thread: the first call
  ///     alone, the others concurrently.
  /// - Throws: `TasksError` with `invalidArgumentError` for a size below 1, and what `makeWork` throws.
  public init(
    size: Int? = nil, makeWork: @escaping @Sendable () throws -> Work
  ) throws {
    let size = size ?? ProcessResources.current.processors
    guard size > 0 else {
      throw TasksError.invalidArgument("The size of the pool is \(size); allowed is any integer from 1.")
    }
    self.size = size
    queue = PoolQueue()
    line = PoolLine(queue)
    let works = Locked<[Result<ThreadWork<Work>, any Error>]>([])
    let weights = size > 1 ? SharedWeights() : nil
    let add: @Sendable () -> Void = {
      let work = Result { ThreadWork(run: try weights?.sharing(makeWork) ?? makeWork()) }
      works.withLock { $0.append(work) }
    }
    // The first task packs the weights, the others reuse them.
    add()
    DispatchQueue.concurrentPerform(iterations: size - 1) { _ in add() }
    weights?.removeFiles()
    for work in try works.withLock({ try $0.map { try $0.get() } }) {
      let queue = queue
      let thread = Thread { queue.serve(work.run) }
      thread.name = "task pool"
      thread.start()
    }
  }

  deinit { queue.close() }

  /// The number of inputs submitted with `submit(_:)` whose results were not taken yet.
  public var pendingCount: Int { line.pendingCount }

  /// Submits an input, to be processed as soon as a thread is free. Does not wait: with many inputs take results in
  /// between to keep `pendingCount` small, for example at twice the size.
  public func submit(_ input: Input) { line.submit(input) }

  /// Returns the oldest input of `submit(_:)` not taken yet, with its result. Blocks until the result is ready; nil
  /// when there is no such input.
  public func next() -> PoolResult<Input, Output>? { line.next(waits: true) }

  /// Like `next()` without waiting; nil also while the oldest input is being processed.
  public func nextIfReady() -> PoolResult<Input, Output>? { line.next(waits: false) }

  /// Processes one input without blocking a thread of Swift concurrency.
  ///
  /// Inputs of several callers are processed in the order of the calls, `size` at a time.
  ///
  /// - Parameter input: The input.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; `CancellationError` as soon as the calling task is cancelled. Work that has not
  ///   begun by then never runs.
  public func result(for input: Input) async throws -> Output {
    let line = PoolLine(queue, room: 1)
    return try await withTaskCancellationHandler {
      line.submit(input)
      // Not reached: a closed line throws.
      guard let item = try await line.take() else { throw CancellationError() }
      return try item.result.get()
    } onCancel: {
      line.close()
    }
  }

  /// Processes a sequence. The results are in the order of the inputs, each with its input, and include failures.
  ///
  /// Every call has its own results, and calls may overlap. At most twice the pool's size of inputs are read ahead of
  /// the results requested. Leaving the loop drops remaining inputs; when the calling task is cancelled, the loop throws
  /// `CancellationError`.
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

  /// Reads a sequence on demand.
  func reader<Inputs: AsyncSequence & Sendable>(
    of inputs: Inputs
  ) -> SequenceReader<PoolLine<Input, Output>> where Inputs.Element == Input {
    SequenceReader(into: PoolLine(queue, room: 2 * size)) { line in
      var source = inputs.makeAsyncIterator()
      while await line.waitForRoom(), let input = try await source.next() { line.submit(input) }
    }
  }
}

/// Transfers work to the thread that runs it. `@unchecked Sendable` is safe because no other thread uses it.
private struct ThreadWork<Work>: @unchecked Sendable {
  let run: Work
}
