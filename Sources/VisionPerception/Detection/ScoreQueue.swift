/// Boxes by descending score; among equal scores by ascending index.
///
/// A binary heap: where only the first few of ten thousands are wanted, the others are never sorted.
package struct ScoreQueue: Sendable {
  /// The score in the upper half, so that comparing keys compares scores; the inverted index in the lower half.
  private var keys: [UInt64] = []
  private var isHeap = true

  package init() {}

  package var isEmpty: Bool { keys.isEmpty }

  package mutating func removeAll() { keys.removeAll(keepingCapacity: true) }

  /// Adds a box; `score` is not NaN.
  package mutating func append(box: Int, score: Float) {
    let bits = score.bitPattern
    let ordered = bits >> 31 == 0 ? bits | 1 << 31 : ~bits
    keys.append(UInt64(ordered) << 32 | UInt64(UInt32.max - UInt32(truncatingIfNeeded: box)))
    isHeap = false
  }

  /// Removes the best box; nil when none is left.
  package mutating func popFirst() -> (box: Int, score: Float)? {
    if !isHeap {
      for parent in stride(from: keys.count / 2 - 1, through: 0, by: -1) { siftDown(parent) }
      isHeap = true
    }
    guard let first = keys.first, let last = keys.popLast() else { return nil }
    if !keys.isEmpty {
      keys[0] = last
      siftDown(0)
    }
    let ordered = UInt32(first >> 32)
    let bits = ordered >> 31 == 1 ? ordered & ~(1 << 31) : ~ordered
    return (Int(UInt32.max - UInt32(truncatingIfNeeded: first)), Float(bitPattern: bits))
  }

  private mutating func siftDown(_ start: Int) {
    keys.withUnsafeMutableBufferPointer { keys in
      var parent = start
      let key = keys[parent]
      while true {
        var child = 2 * parent + 1
        guard child < keys.count else { break }
        if child + 1 < keys.count, keys[child + 1] > keys[child] { child += 1 }
        guard keys[child] > key else { break }
        keys[parent] = keys[child]
        parent = child
      }
      keys[parent] = key
    }
  }
}
