/// A score and the index of what has it, in one number. Larger ones come first: by descending score, then by ascending
/// index. A score that is not a number comes last, and -0 is 0.
package struct ScoredIndex: Sendable, Hashable {
  /// The score in the upper half, so that comparing keys compares scores; the inverted index in the lower half.
  let key: UInt64

  package init(index: Int, score: Float) {
    let bits = score.isNaN ? UInt32.max : (score + 0).bitPattern
    let ordered = bits >> 31 == 0 ? bits | 1 << 31 : ~bits
    key = UInt64(ordered) << 32 | UInt64(UInt32.max - UInt32(truncatingIfNeeded: index))
  }

  package var index: Int { Int(UInt32.max - UInt32(truncatingIfNeeded: key)) }

  package var score: Float {
    let ordered = UInt32(truncatingIfNeeded: key >> 32)
    return Float(bitPattern: ordered >> 31 == 1 ? ordered & ~(1 << 31) : ~ordered)
  }

  /// Whether this one scores more; false both ways for equal scores.
  func isBefore(_ other: ScoredIndex) -> Bool { key >> 32 > other.key >> 32 }
}

extension [ScoredIndex] {
  /// Sorts by descending score; equal scores in MediaPipe's order.
  package mutating func sortByScore() { withUnsafeMutableBufferPointer { TieOrder.sort($0) } }

  /// Keeps the `count` best, sorted; which of equal scores, and in which order, is MediaPipe's and depends on `count`.
  package mutating func keepBest(_ count: Int) {
    let count = Swift.min(Swift.max(count, 0), self.count)
    withUnsafeMutableBufferPointer { TieOrder.sortFirst(count, of: $0) }
    removeLast(self.count - count)
  }
}

/// Items by descending score; equal scores in MediaPipe's order. The list is sorted only as far as items are taken,
/// with the result of sorting everything: where the first few of ten thousands are wanted, the others are never sorted.
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
  package mutating func append(index: Int, score: Float) { items.append(ScoredIndex(index: index, score: score)) }

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

/// The steps of libc++'s `std::sort` and `std::partial_sort` by descending score.
/// MediaPipe sorts by score alone, so its C++ library decides which of several equal scores come first. The Python
/// package 1.2.2 for Linux is built with libc++ as of LLVM 17 to 22, and results depend on this order: which of two
/// overlapping boxes suppresses the other, and which classes are the first five. A Swift `sort` would give another one.
/// Source: `__algorithm/sort.h`, `partial_sort.h` and `sift_down.h` of LLVM 18.
enum TieOrder {
  typealias Items = UnsafeMutableBufferPointer<ScoredIndex>

  struct Part {
    var lower, upper: Int
    /// The number of splits before heap sort takes over.
    var budget: Int
    /// Whether nothing of the list precedes the part; what precedes another part limits its items.
    var isLeftmost = true
  }

  /// Shorter parts are sorted by insertion, which keeps the order of equal scores.
  private static let limit = 24

  static func whole(_ count: Int) -> Part {
    Part(lower: 0, upper: count, budget: count > 0 ? 2 * (Int.bitWidth - 1 - count.leadingZeroBitCount) : 0)
  }

  static func sort(_ items: Items) {
    guard items.count >= limit else { return insertionSort(items, 0, items.count) }
    var open = [whole(items.count)]
    while !open.isEmpty { step(items, &open) }
  }

  /// Sorts the last part, or replaces it by smaller ones. Parts further left are later in `open`, so whatever precedes
  /// the last one is in its final place.
  static func step(_ items: Items, _ open: inout [Part]) {
    guard var part = open.popLast() else { return }
    guard part.upper - part.lower >= limit else { return insertionSort(items, part.lower, part.upper) }
    guard part.budget > 0 else {
      makeHeap(items, part.lower, part.upper - part.lower)
      return unheap(items, part.lower, part.upper - part.lower)
    }
    part.budget -= 1
    choosePivot(items, part)
    if !part.isLeftmost, !items[part.lower - 1].isBefore(items[part.lower]) {
      part.lower = splitEqualsLeft(items, part.lower, part.upper)
      return open.append(part)
    }
    let (pivot, wasSplit) = splitEqualsRight(items, part.lower, part.upper)
    var (left, right) = (part, part)
    left.upper = pivot
    right.lower = pivot + 1
    guard wasSplit else {
      right.isLeftmost = false
      open.append(right)
      return open.append(left)
    }
    // Both are tried, and both keep what the attempt moved.
    let isLeftSorted = sortIfNearlySorted(items, left.lower, left.upper)
    let isRightSorted = sortIfNearlySorted(items, right.lower, right.upper)
    // A right part that remains alone keeps the flag.
    if !isRightSorted {
      if !isLeftSorted { right.isLeftmost = false }
      open.append(right)
    }
    if !isLeftSorted { open.append(left) }
  }

  private static func insertionSort(_ items: Items, _ lower: Int, _ upper: Int) {
    guard lower < upper else { return }
    for place in lower + 1..<upper { insert(items, place, lower) }
  }

  /// Moves an item left past all that it precedes.
  private static func insert(_ items: Items, _ place: Int, _ lower: Int) {
    let item = items[place]
    var hole = place
    while hole > lower, item.isBefore(items[hole - 1]) {
      items[hole] = items[hole - 1]
      hole -= 1
    }
    items[hole] = item
  }

  /// Sorts unless that takes more than eight insertions; what was moved stays moved.
  private static func sortIfNearlySorted(_ items: Items, _ lower: Int, _ upper: Int) -> Bool {
    guard upper - lower > 5 else {
      insertionSort(items, lower, upper)
      return true
    }
    insertionSort(items, lower, lower + 3)
    var insertions = 0
    for place in lower + 3..<upper where items[place].isBefore(items[place - 1]) {
      insert(items, place, lower)
      insertions += 1
      if insertions == 8 { return place + 1 == upper }
    }
    return true
  }

  /// Puts the median of three or nine items at the part's beginning.
  private static func choosePivot(_ items: Items, _ part: Part) {
    let (lower, last) = (part.lower, part.upper - 1)
    let middle = lower + (part.upper - lower) / 2
    guard part.upper - lower > 128 else { return sortThree(items, middle, lower, last) }
    sortThree(items, lower, middle, last)
    sortThree(items, lower + 1, middle - 1, last - 1)
    sortThree(items, lower + 2, middle + 1, last - 2)
    sortThree(items, middle - 1, middle, middle + 1)
    items.swapAt(lower, middle)
  }

  private static func sortThree(_ items: Items, _ first: Int, _ second: Int, _ third: Int) {
    if items[second].isBefore(items[first]) { items.swapAt(first, second) }
    guard items[third].isBefore(items[second]) else { return }
    items.swapAt(second, third)
    if items[second].isBefore(items[first]) { items.swapAt(first, second) }
  }

  /// Splits by the first item; what equals it goes right. Returns its new place, and whether all was split already.
  private static func splitEqualsRight(_ items: Items, _ lower: Int, _ upper: Int) -> (pivot: Int, wasSplit: Bool) {
    let pivot = items[lower]
    var (left, right) = (lower + 1, upper)
    // As the pivot is a median, an item that is not before it exists.
    while items[left].isBefore(pivot) { left += 1 }
    let isGuarded = left > lower + 1
    while isGuarded || left < right {
      right -= 1
      if items[right].isBefore(pivot) { break }
    }
    let wasSplit = left >= right
    while left < right {
      items.swapAt(left, right)
      repeat { left += 1 } while items[left].isBefore(pivot)
      repeat { right -= 1 } while !items[right].isBefore(pivot)
    }
    items.swapAt(lower, left - 1)
    return (left - 1, wasSplit)
  }

  /// Splits by the first item; what equals it goes left and is in its final place. Returns where the rest begins.
  private static func splitEqualsLeft(_ items: Items, _ lower: Int, _ upper: Int) -> Int {
    let pivot = items[lower]
    var (left, right) = (lower + 1, upper)
    while left < upper, !pivot.isBefore(items[left]) { left += 1 }
    if left < right {
      repeat { right -= 1 } while pivot.isBefore(items[right])
    }
    while left < right {
      items.swapAt(left, right)
      repeat { left += 1 } while !pivot.isBefore(items[left])
      repeat { right -= 1 } while pivot.isBefore(items[right])
    }
    items.swapAt(lower, left - 1)
    return left
  }
}

/// Heaps whose root is the item that comes last.
extension TieOrder {
  /// Puts the first `count` items in order, as `partial_sort` does; the order of the others is undefined.
  static func sortFirst(_ count: Int, of items: Items) {
    guard count > 0, count <= items.count else { return }
    makeHeap(items, 0, count)
    for place in count..<items.count where items[place].isBefore(items[0]) {
      items.swapAt(place, 0)
      sink(items, 0, 0, count)
    }
    unheap(items, 0, count)
  }

  private static func makeHeap(_ items: Items, _ base: Int, _ count: Int) {
    for parent in stride(from: count / 2 - 1, through: 0, by: -1) { sink(items, base, parent, count) }
  }

  /// The child that comes later; at equal scores the left one.
  private static func laterChild(_ items: Items, _ base: Int, _ parent: Int, _ count: Int) -> Int {
    let left = 2 * parent + 1
    return left + 1 < count && items[base + left].isBefore(items[base + left + 1]) ? left + 1 : left
  }

  private static func sink(_ items: Items, _ base: Int, _ start: Int, _ count: Int) {
    let item = items[base + start]
    var parent = start
    while 2 * parent + 1 < count {
      let child = laterChild(items, base, parent, count)
      // An equal item goes on down.
      if items[base + child].isBefore(item) { break }
      items[base + parent] = items[base + child]
      parent = child
    }
    items[base + parent] = item
  }

  private static func unheap(_ items: Items, _ base: Int, _ count: Int) {
    for size in stride(from: count, to: 1, by: -1) {
      let root = items[base]
      var hole = 0
      while 2 * hole + 1 < size {
        let child = laterChild(items, base, hole, size)
        items[base + hole] = items[base + child]
        hole = child
      }
      let last = base + size - 1
      let moved = items[last]
      items[last] = root
      guard hole < size - 1 else { continue }
      while hole > 0, items[base + (hole - 1) / 2].isBefore(moved) {
        items[base + hole] = items[base + (hole - 1) / 2]
        hole = (hole - 1) / 2
      }
      items[base + hole] = moved
    }
  }
}
