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

  init(_ inputs: Inputs, _ pool: TaskPool<Inputs.Element, Output>) {
    self.inputs = inputs
    self.pool = pool
  }

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
