internal import CVisionPixels

/// Finds the best allowed class of each box. It is the first pass over the 1.7 million raw scores of a detector, hardly
/// any of which is high enough.
package struct BestClassSearch: Sendable {
  /// The number of scores of a box.
  package let classCount: Int

  /// 0 for allowed classes and minus infinity for the others, in whole vectors; empty when all are allowed.
  private let penalties: [Float]
  /// 0xff for allowed classes and 0 for the others; empty when all are allowed.
  let byteMask: [UInt8]

  package init(classCount: Int, categories: CategorySelection) {
    self.classCount = classCount
    let penalty = (0..<classCount).map { categories.allows($0) ? 0 : -Float.infinity }
    penalties = penalty.allSatisfy { $0 == 0 } ? [] : penalty
    byteMask = penalties.map { $0 == 0 ? 0xff : 0 }
  }

  /// Calls `body` for every box whose best score is at least `minimum`, with the box's number and that score.
  package func forEachBox(
    of scores: UnsafeBufferPointer<Float>, atLeast minimum: Float, _ body: (Int, Float) -> Void
  ) {
    guard let start = scores.baseAddress, classCount > 0 else { return }
    penalties.withUnsafeBufferPointer { buffer in
      // An empty buffer has an address, too.
      let penalties = buffer.isEmpty ? nil : buffer.baseAddress
      let boxCount = scores.count / classCount
      for first in stride(from: 0, to: boxCount, by: Self.stretch) {
        let boxes = first..<min(first + Self.stretch, boxCount)
        // In most runs no score is high enough, which is faster to see than each box's best.
        guard vision_largest_float(start + first * classCount, boxes.count * classCount) >= minimum else { continue }
        for box in boxes {
          let best = Self.maximum(start + box * classCount, penalties, classCount)
          if best >= minimum { body(box, best) }
        }
      }
    }
  }

  /// Adjacent boxes that are checked together first.
  static let stretch = 16

  /// The best allowed class of a box; the first one of several, 0 when there is none.
  package func bestClass(ofBox box: Int, in scores: UnsafeBufferPointer<Float>) -> Int {
    let start = box * classCount
    var best = (index: 0, score: -Float.infinity)
    for index in 0..<classCount where penalties.isEmpty || penalties[index] == 0 {
      if scores[start + index] > best.score { best = (index, scores[start + index]) }
    }
    return best.index
  }

  /// The largest value of a row with its penalties; NaN does not count.
  @inline(__always)
  private static func maximum(_ row: UnsafePointer<Float>, _ penalties: UnsafePointer<Float>?, _ count: Int) -> Float {
    typealias Vector = SIMD8<Float>
    let lanes = Vector.scalarCount
    guard count >= lanes else {
      return (0..<count).reduce(-.infinity) { best, index in
        let value = row[index] + (penalties?[index] ?? 0)
        return value > best ? value : best
      }
    }
    var best = Vector(repeating: -.infinity)
    var index = 0
    while true {
      let raw = UnsafeRawPointer(row + index)
      var value = raw.loadUnaligned(as: Vector.self)
      if let penalties { value += UnsafeRawPointer(penalties + index).loadUnaligned(as: Vector.self) }
      best.replace(with: value, where: value .> best)
      if index == count - lanes { break }
      // The last vector overlaps the one before, which is harmless for a maximum.
      index = min(index + lanes, count - lanes)
    }
    let half = best.lowHalf.replacing(with: best.highHalf, where: best.highHalf .> best.lowHalf)
    let quarter = half.lowHalf.replacing(with: half.highHalf, where: half.highHalf .> half.lowHalf)
    return quarter.x > quarter.y ? quarter.x : quarter.y
  }
}
