/// A plain sequence, read like an asynchronous one.
struct StoredSequence<Base: Sequence & Sendable>: AsyncSequence, Sendable {
  let base: Base

  func makeAsyncIterator() -> Iterator { Iterator(base: base.makeIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var base: Base.Iterator

    mutating func next() async -> Base.Element? { base.next() }
  }
}
