/// The results of a `TaskPool` for the inputs of an asynchronous sequence, in its order, each beside its input; what
/// `results(for:)` returns for one.
///
/// - Work that throws does not end the sequence: the element's `result` is the error. An error of the source is thrown after
///   the results of the inputs before it.
/// - Nothing is read before the first result is asked for, and then at most twice the pool's size ahead.
/// - Cancelling, or leaving the loop, stops the reading and drops what is not worked on yet; a waiting `next()` throws
///   `CancellationError` at once. The pool stays usable.
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

  /// Begins with the first input that the source gives to a new iterator.
  public func makeAsyncIterator() -> Iterator { Iterator(pool: pool, reader: pool.reader(of: inputs)) }

  /// Gives one result after another. Use one from one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    /// The threads end with the pool.
    fileprivate let pool: TaskPool<Inputs.Element, Output>
    fileprivate let reader: SequenceReader<PoolLine<Inputs.Element, Output>>

    /// Waits for the next result.
    ///
    /// - Returns: An input and its result; nil after the last one and after an error.
    /// - Throws: What the source throws; `CancellationError` when the Swift task is cancelled.
    public mutating func next() async throws -> PoolResults.Element? { try await reader.next() }
  }
}
