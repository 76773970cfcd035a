/// Items by descending score; equal scores in MediaPipe's order.
///
/// The list is sorted from its beginning only as far as items are taken: where the first few of ten thousands are wanted,
/// the others are split off and never sorted. The result is the same as that of sorting everything.
package struct ScoreQueue: Sendable {
  private var items: [ScoredIndex] = []
  private var open: [TieOrder.Part] = []
  private var next = 0

  package init() {}

  package mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    next = 0
  }

  /// Adds an item. All are added before the first is taken.
  package mutating func append(index: Int, score: Float) {
    items.append(ScoredIndex(index: index, score: score))
  }

  /// Takes the best item; nil when none is left.
  package mutating func popFirst() -> ScoredIndex? {
    guard next < items.count else { return nil }
    if next == 0 { open.append(TieOrder.whole(items.count)) }
    items.withUnsafeMutableBufferPointer { items in
      while let part = open.last, part.lower <= next { TieOrder.step(items, &open) }
    }
    next += 1
    return items[next - 1]
  }
}
