import Dispatch
import Foundation
import VisionErrors
import VisionRuntime

/// Works on many things at a time, pictures or streams, with a task for each thread, and gives what comes of them in their order.
///
/// ```swift
/// let pool = try TaskPool(size: 4) {
///   let options = PoseLandmarkerOptions()
///   options.baseOptions.modelAssetPath = "pose_landmarker_lite.task"
///   options.baseOptions.threadCount = 1
///   let task = try PoseLandmarker(options: options)
///   return { (image: MPImage) in try task.detect(image: image) }
/// }
/// for await result in pool.results(for: images) { … }
/// ```
///
/// A task with one thread in each of as many threads as there are cores gives the most pictures a second; one task with all
/// cores gives the first picture soonest. The models' weights in the order of the processor's kernels are in memory once for
/// all tasks that are made alike.
public final class TaskPool<Input: Sendable, Output: Sendable>: Sendable {
  /// What is done with one input, on one thread.
  public typealias Work = (Input) throws -> Output

  /// How many inputs are worked on at a time.
  public let size: Int
  private let state = PoolState<Input, Output>()

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
    let works = WorkList<Work>()
    let weights = size > 1 ? SharedWeights() : nil
    let add: @Sendable () -> Void = { works.add(Result { try weights?.sharing(makeWork) ?? makeWork() }) }
    // The first one packs the weights, the others find them.
    add()
    DispatchQueue.concurrentPerform(iterations: size - 1) { _ in add() }
    weights?.removeFiles()
    for work in try works.all() {
      let state = state
      let thread = Thread { state.serve(work.run) }
      thread.name = "task pool"
      thread.start()
    }
  }

  deinit { state.close() }

  /// How many inputs were handed over whose results were not taken yet.
  public var pendingCount: Int { state.pendingCount }

  /// Hands over an input; it is worked on as soon as a thread is free. Does not wait: whoever has many inputs takes results in
  /// between, so that `pendingCount` stays small, twice the size for example.
  public func submit(_ input: Input) { state.submit(input) }

  /// The result of the oldest input that was handed over and not taken yet, after waiting for it; nil when there is none.
  public func next() -> Result<Output, any Error>? { state.next(waits: true) }

  /// The same without waiting; nil also when the oldest input is still worked on.
  public func nextIfReady() -> Result<Output, any Error>? { state.next(waits: false) }

  /// Works on a sequence; the results come in its order, failures among them. At most twice the pool's size of inputs are
  /// taken from the sequence ahead of the results that were asked for. One sequence at a time.
  ///
  /// - Parameter inputs: What to work on.
  /// - Returns: For every input its result.
  public func results<Inputs: Sequence & Sendable>(
    for inputs: Inputs
  ) -> AsyncStream<Result<Output, any Error>> where Inputs.Element == Input {
    let feed = PoolFeed(inputs.makeIterator())
    return AsyncStream { [self] in
      while pendingCount < 2 * size, let input = feed.next() { submit(input) }
      return await withCheckedContinuation { continuation in
        // Waiting for a thread would block the caller's.
        DispatchQueue.global().async { continuation.resume(returning: self.next()) }
      }
    }
  }
}

/// The rest of a sequence. Sendable: it is asked from one place at a time, under the lock.
private final class PoolFeed<Iterator: IteratorProtocol>: @unchecked Sendable {
  private let lock = NSLock()
  private var iterator: Iterator

  init(_ iterator: Iterator) { self.iterator = iterator }

  func next() -> Iterator.Element? { lock.withLock { iterator.next() } }
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
