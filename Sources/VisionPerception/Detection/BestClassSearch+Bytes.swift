internal import CVisionPixels

/// The search in quantized scores: a quarter of the memory, and at most 256 different values.
extension BestClassSearch {
  /// Calls `body` for every box whose best score is at least `minimum`, with the box's number and that score.
  package func forEachBox(
    of scores: UnsafeBufferPointer<UInt8>, as values: ByteValues, atLeast minimum: Float, _ body: (Int, Float) -> Void
  ) {
    guard let start = scores.baseAddress, classCount > 0, let minimum = values.minByte(atLeast: minimum) else { return }
    let orderMask = values.orderMask
    byteMask.withUnsafeBufferPointer { buffer in
      // An empty buffer has an address, too.
      let mask = buffer.isEmpty ? nil : buffer.baseAddress
      let boxCount = scores.count / classCount
      for first in stride(from: 0, to: boxCount, by: Self.stretch) {
        let boxes = first..<min(first + Self.stretch, boxCount)
        // In most runs no score is high enough, which is faster to see than each box's best.
        let maximum = vision_largest_byte(start + first * classCount, boxes.count * classCount, orderMask)
        guard maximum >= minimum else { continue }
        for box in boxes {
          let best = Self.maximum(start + box * classCount, mask, orderMask, classCount)
          // Classes that are not allowed have become the lowest byte.
          if best >= minimum, best > 0 || hasAllowedMinimum(start + box * classCount, orderMask) {
            body(box, values[best ^ orderMask])
          }
        }
      }
    }
  }

  /// The best allowed class of a box; the first one of several, 0 when there is none.
  ///
  /// Compares dequantized values, as different bytes may have the same one.
  package func bestClass(ofBox box: Int, in scores: UnsafeBufferPointer<UInt8>, as values: ByteValues) -> Int {
    let start = box * classCount
    var best = (index: 0, score: -Float.infinity)
    for index in 0..<classCount where byteMask.isEmpty || byteMask[index] != 0 {
      let score = values[scores[start + index]]
      if score > best.score { best = (index, score) }
    }
    return best.index
  }

  /// Whether an allowed class has the lowest byte.
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
    guard count >= lanes else {
      return (0..<count).reduce(0) { max($0, (row[$1] ^ orderMask) & (mask?[$1] ?? 0xff)) }
    }
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
