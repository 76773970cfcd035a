import Dispatch
import Foundation
import VisionErrors
import VisionInference

/// Works on many things at a time, images or streams, with a task for each thread, and gives the results in their order.
///
/// ```swift
/// let pool = try TaskPool(size: 4) {
///   let options = PoseLandmarkerOptions()
///   options.baseOptions.modelAssetPath = "pose_landmarker_lite.task"
///   options.baseOptions.threadCount = 1
///   let task = try PoseLandmarker(options: options)
///   return { (image: MPImage) in try task.detect(image: image) }
/// }
/// for await item in pool.results(for: images) {
///   let poses = try item.result.get()
/// }
/// let poses = try await pool.result(for: image)
/// ```
///
/// A task with one thread in each of as many threads as there are cores gives the most images a second; one task with all
/// cores gives the first image soonest. The models' weights in the order of the processor's kernels are in memory once for
/// all tasks that are made alike.
public final class TaskPool<Input: Sendable, Output: Sendable>: Sendable {
  /// What is done with one input, on one thread.
  public typealias Work = (Input) throws -> Output

  /// How many inputs are worked on at a time.
  public let size: Int
  private let queue: PoolQueue<Input, Output>
  /// What `submit(_:)` handed over.
  private let line: PoolLine<Input, Output>

  /// Makes a pool and its tasks.
  ///
  /// - Parameters:
  ///   - size: How many inputs are worked on at a time, at least 1; by default the number of processor cores.
  ///   - makeWork: Makes a task and gives what to do with it; called once for every thread, first once, then several at a
  ///     time.
  /// - Throws: `TasksError` with `invalidArgumentError` for a size below 1, and what `makeWork` throws.
  public init(
    size: Int = ProcessInfo.processInfo.activeProcessorCount, makeWork: @escaping @Sendable () throws -> Work
  ) throws {
    guard size > 0 else {
      throw TasksError.invalidArgument("The size of the pool is \(size); allowed is any integer from 1.")
    }
    self.size = size
    queue = PoolQueue()
    line = PoolLine(queue)
    let works = WorkList<Work>()
    let weights = size > 1 ? SharedWeights() : nil
    let add: @Sendable () -> Void = { works.add(Result { try weights?.sharing(makeWork) ?? makeWork() }) }
    // The first one packs the weights, the others find them.
    add()
    DispatchQueue.concurrentPerform(iterations: size - 1) { _ in add() }
    weights?.removeFiles()
    for work in try works.all() {
      let queue = queue
      let thread = Thread { queue.serve(work.run) }
      thread.name = "task pool"
      thread.start()
    }
  }

  deinit { queue.close() }

  /// How many inputs were given to `submit(_:)` whose results were not taken yet.
  public var pendingCount: Int { line.pendingCount }

  /// Hands over an input; it is worked on as soon as a thread is free. Does not wait: with many inputs take results in
  /// between, so that `pendingCount` stays small, twice the size for example.
  public func submit(_ input: Input) { line.submit(input) }

  /// The oldest input that was given to `submit(_:)` and not taken yet, with its result. Blocks until that is there; nil
  /// when there is no such input.
  public func next() -> PoolResult<Input, Output>? { line.next(waits: true) }

  /// The same without waiting; nil also when the oldest input is still worked on.
  public func nextIfReady() -> PoolResult<Input, Output>? { line.next(waits: false) }

  /// Works on one input without blocking a thread of Swift's concurrency.
  ///
  /// Inputs of several callers are worked on in the order of the calls, as many at a time as the pool has threads.
  ///
  /// - Parameter input: What to work on.
  /// - Returns: What the work returns.
  /// - Throws: What the work throws; `CancellationError` as soon as the calling task is cancelled. Work that has not begun by
  ///   then never does.
  public func result(for input: Input) async throws -> Output {
    let line = PoolLine(queue, room: 1)
    return try await withTaskCancellationHandler {
      line.submit(input)
      // Without an item the line is closed, which is said by an error of its own.
      guard let item = try await line.take() else { throw CancellationError() }
      return try item.result.get()
    } onCancel: {
      line.close()
    }
  }

  /// Works on a sequence; the results come in its order, each beside its input, failures among them.
  ///
  /// Every call has its own results, and several may be under way. At most twice the pool's size of inputs are taken from the
  /// sequence ahead of the results that were asked for. After an early `break`, or when the calling task is cancelled, the
  /// stream ends and what is left is dropped.
  ///
  /// - Parameter inputs: What to work on.
  /// - Returns: For every input its result. A stream for one loop: it is read once.
  public func results<Inputs: Sequence & Sendable>(
    for inputs: Inputs
  ) -> AsyncStream<PoolResult<Input, Output>> where Inputs.Element == Input {
    let reader = reader(of: StoredSequence(base: inputs))
    return AsyncStream { [self] in
      // The threads end with the pool.
      defer { withExtendedLifetime(self) {} }
      // A stored sequence does not fail: the only error is the cancellation, which ends the stream.
      do { return try await reader.next() } catch { return nil }
    }
  }

  /// Works on an asynchronous sequence; the results come in its order, each beside its input, failures among them.
  ///
  /// Every call has its own results, and several may be under way. At most twice the pool's size of inputs are taken from the
  /// sequence ahead of the results that were asked for. Leaving the loop drops what is left.
  ///
  /// - Parameter inputs: What to work on.
  /// - Returns: For every input its result. See `PoolResults` for errors and cancellation.
  public func results<Inputs: AsyncSequence & Sendable>(for inputs: Inputs) -> PoolResults<Inputs, Output>
  where Inputs.Element == Input { PoolResults(inputs, self) }

  /// Reads a sequence as results of it are asked for.
  func reader<Inputs: AsyncSequence & Sendable>(
    of inputs: Inputs
  ) -> SequenceReader<PoolLine<Input, Output>> where Inputs.Element == Input {
    SequenceReader(into: PoolLine(queue, room: 2 * size)) { line in
      var source = inputs.makeAsyncIterator()
      while await line.waitForRoom(), let input = try await source.next() { line.submit(input) }
    }
  }
}

/// The pieces of work while they are made. Sendable: touched under the lock, and each is handed to one thread only.
private final class WorkList<Work>: @unchecked Sendable {
  /// Carries a piece of work to its thread, which alone touches it.
  struct Item: @unchecked Sendable {
    let run: Work
  }

  private let lock = NSLock()
  private var works: [Result<Work, any Error>] = []

  func add(_ work: Result<Work, any Error>) { lock.withLock { works.append(work) } }

  func all() throws -> [Item] { try lock.withLock { try works.map { Item(run: try $0.get()) } } }
}
