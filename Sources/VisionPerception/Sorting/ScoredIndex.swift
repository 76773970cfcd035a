/// A score and the index of what has it, in one number.
///
/// Larger keys come first: by descending score, and among equal scores by ascending index. A score that is not a number
/// comes last, and -0 is 0.
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

  /// Keeps the `count` best, sorted. Which of equal scores are kept, and their order, is MediaPipe's and depends on `count`.
  package mutating func keepBest(_ count: Int) {
    let count = Swift.min(Swift.max(count, 0), self.count)
    withUnsafeMutableBufferPointer { TieOrder.sortFirst(count, of: $0) }
    removeLast(self.count - count)
  }
}
