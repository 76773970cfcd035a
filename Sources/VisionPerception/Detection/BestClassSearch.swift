internal import CVisionPixels
import Foundation

/// Finds the best allowed class of each box: the first pass over a detector's 1.7 million raw scores, most of them low.
package struct BestClassSearch: Sendable {
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
  package func forEachBox(of scores: UnsafeBufferPointer<Float>, atLeast minimum: Float, _ body: (Int, Float) -> Void) {
    guard let start = scores.baseAddress, classCount > 0 else { return }
    penalties.withUnsafeBufferPointer { buffer in
      // An empty buffer has an address, too.
      let penalties = buffer.isEmpty ? nil : buffer.baseAddress
      forEachBox(
        of: scores.count, where: { vision_largest_float(start + $0, $1) >= minimum },
        {
          let best = Self.maximum(start + $0 * classCount, penalties, classCount)
          // Minus infinity is that of a box without an allowed class.
          if best >= minimum, best > -.infinity { body($0, best) }
        })
    }
  }

  /// Calls `body` for the boxes of 16 adjacent ones whose scores, from a place and so many, include a high one: few do.
  @inline(__always)
  private func forEachBox(of scoreCount: Int, where hasHighScore: (Int, Int) -> Bool, _ body: (Int) -> Void) {
    let boxCount = scoreCount / classCount
    for first in stride(from: 0, to: boxCount, by: 16) {
      let boxes = first..<min(first + 16, boxCount)
      guard hasHighScore(first * classCount, boxes.count * classCount) else { continue }
      for box in boxes { body(box) }
    }
  }

  /// The best allowed class of a box; the first one of several, 0 when there is none.
  package func bestClass(ofBox box: Int, in scores: UnsafeBufferPointer<Float>) -> Int {
    bestClass { scores[box * classCount + $0] }
  }

  private func bestClass(_ score: (Int) -> Float) -> Int {
    var best = (index: 0, score: -Float.infinity)
    for index in 0..<classCount where penalties.isEmpty || penalties[index] == 0 {
      let score = score(index)
      if score > best.score { best = (index, score) }
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

/// The search in quantized scores: a quarter of the memory, and at most 256 different values.
extension BestClassSearch {
  package func forEachBox(
    of scores: UnsafeBufferPointer<UInt8>, as values: ByteValues, atLeast minimum: Float, _ body: (Int, Float) -> Void
  ) {
    guard let start = scores.baseAddress, classCount > 0, let minimum = values.minByte(atLeast: minimum) else { return }
    let orderMask = values.orderMask
    byteMask.withUnsafeBufferPointer { buffer in
      // An empty buffer has an address, too.
      let mask = buffer.isEmpty ? nil : buffer.baseAddress
      forEachBox(
        of: scores.count, where: { vision_largest_byte(start + $0, $1, orderMask) >= minimum },
        {
          let best = Self.maximum(start + $0 * classCount, mask, orderMask, classCount)
          // Classes that are not allowed have become the lowest byte.
          if best >= minimum, best > 0 || hasAllowedMinimum(start + $0 * classCount, orderMask) {
            body($0, values[best ^ orderMask])
          }
        })
    }
  }

  /// The best allowed class of a box, or 0; the first one of several, by dequantized values, which bytes may share.
  package func bestClass(ofBox box: Int, in scores: UnsafeBufferPointer<UInt8>, as values: ByteValues) -> Int {
    bestClass { values[scores[box * classCount + $0]] }
  }

  private func hasAllowedMinimum(_ row: UnsafePointer<UInt8>, _ orderMask: UInt8) -> Bool {
    (0..<classCount).contains { row[$0] ^ orderMask == 0 && (byteMask.isEmpty || byteMask[$0] != 0) }
  }

  /// The largest byte of a row; classes that are not allowed count as the lowest byte.
  @inline(__always)
  private static func maximum(
    _ row: UnsafePointer<UInt8>, _ mask: UnsafePointer<UInt8>?, _ orderMask: UInt8, _ count: Int
  ) -> UInt8 {
    typealias Vector = SIMD16<UInt8>
    let lanes = Vector.scalarCount
    guard count >= lanes else { return (0..<count).reduce(0) { max($0, (row[$1] ^ orderMask) & (mask?[$1] ?? 0xff)) } }
    let order = Vector(repeating: orderMask)
    var best = Vector(repeating: 0)
    var index = 0
    while true {
      var value = UnsafeRawPointer(row + index).loadUnaligned(as: Vector.self) ^ order
      if let mask { value &= UnsafeRawPointer(mask + index).loadUnaligned(as: Vector.self) }
      best.replace(with: value, where: value .> best)
      if index == count - lanes { break }
      // The last vector overlaps the one before, which is harmless for a maximum.
      index = min(index + lanes, count - lanes)
    }
    return best.max()
  }
}

/// The dequantized values of a quantized output's bytes, ascending.
package struct ByteValues: Sendable {
  private let values: [Float]
  package let isSigned: Bool

  /// `scale · (stored - zeroPoint)`, with a scale above 0 and any zero point, as a model's file may have any.
  package init(scale: Float, zeroPoint: Int64, isSigned: Bool) {
    self.init(isSigned: isSigned) { scale * Self.difference($0, zeroPoint) }
  }

  private init(isSigned: Bool, value: (Int) -> Float) {
    self.isSigned = isSigned
    values = (0..<256).map { value(isSigned ? Int(Int8(truncatingIfNeeded: $0)) : $0) }
  }

  /// The logistic function of these values, as a quantized model rounds it. Source: TensorFlow Lite's 8-bit LOGISTIC
  /// operator, a table of 256 rounded results. Scale and zero point are those of the probabilities.
  package func roundedLogistic(scale: Float, zeroPoint: Int64) -> ByteValues {
    let range = isSigned ? -128...127 : 0...255
    return ByteValues(isSigned: isSigned) { stored in
      let steps = (1 / scale) / (1 + exp(-self[UInt8(truncatingIfNeeded: stored)]))
      let bounds = (Self.difference(range.lowerBound, zeroPoint), Self.difference(range.upperBound, zeroPoint))
      return scale * min(max(steps, bounds.0), bounds.1).rounded(.toNearestOrEven)
    }
  }

  private static func difference(_ stored: Int, _ zeroPoint: Int64) -> Float {
    Float(Double(stored) - Double(zeroPoint))
  }

  package subscript(stored: UInt8) -> Float { values[Int(stored)] }

  /// The mask that turns int8 into uint8 of the same order, and back.
  package var orderMask: UInt8 { isSigned ? 0x80 : 0 }

  /// The lowest byte, in ascending order of values, whose value is at least `minimum`; nil when there is none.
  package func minByte(atLeast minimum: Float) -> UInt8? {
    (UInt8.min...UInt8.max).first { self[$0 ^ orderMask] >= minimum }
  }
}
