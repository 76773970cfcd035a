import Foundation
import TestSupport
import Testing
import VisionPerception

@Suite("The best class of each box")
struct BestClassSearchTests {
  /// The plain version: every class of a box in turn.
  private static func best(_ row: ArraySlice<Float>, _ allowed: (Int) -> Bool) -> (index: Int, score: Float)? {
    var best: (index: Int, score: Float)?
    for (index, score) in row.enumerated() where allowed(index) && !score.isNaN {
      if best.map({ score > $0.score }) ?? true { best = (index, score) }
    }
    return best
  }

  @Test("Equals the plain search for every number of classes, with and without lists, with ties and what is no number")
  func oracle() throws {
    var random = SeededGenerator(seed: 4)
    for classCount in Array(1...33) + [90, 91] {
      let labels = (0..<classCount).map { "class\($0)" }
      let denied = labels.filter { _ in Bool.random(using: &random) }
      let lists: [CategorySelection] = [
        try CategorySelection(labels: labels), try CategorySelection(labels: labels, denylist: denied),
        try CategorySelection(labels: labels, allowlist: ["unknown"]),
      ]
      // Few different values, so that there are ties.
      let scores = (0..<classCount * 40).map { _ in
        Int.random(in: 0..<50, using: &random) == 0 ? Float.nan : Float(Int.random(in: -3...12, using: &random)) / 16
      }
      for categories in lists {
        let search = BestClassSearch(classCount: classCount, categories: categories)
        for minimum: Float in [-.infinity, 0, 0.5] { compare(search, scores, categories, minimum) }
      }
    }
  }

  private func compare(
    _ search: BestClassSearch, _ scores: [Float], _ categories: CategorySelection, _ minimum: Float
  ) {
    var found: [Int: Float] = [:]
    scores.withUnsafeBufferPointer { buffer in
      search.forEachBox(of: buffer, atLeast: minimum) { found[$0] = $1 }
      for box in 0..<scores.count / search.classCount {
        let row = scores[box * search.classCount..<(box + 1) * search.classCount]
        let expected = Self.best(row, categories.allows)
        if let expected, expected.score >= minimum {
          #expect(found[box] == expected.score)
          #expect(search.bestClass(ofBox: box, in: buffer) == expected.index)
        } else {
          #expect(found[box] == nil)
        }
      }
    }
  }

  @Test("No scores and no classes give nothing")
  func empty() throws {
    let all = try CategorySelection(labels: [])
    for classCount in [0, 1, 90] {
      BestClassSearch(classCount: classCount, categories: all)
        .forEachBox(of: UnsafeBufferPointer(start: nil, count: 0), atLeast: 0) { _, _ in Issue.record("a box") }
    }
  }
}

@Suite("The best class of each box in quantized scores")
struct BestClassSearchBytesTests {
  @Test("Equals the search in the numbers that the bytes stand for, with lists and ties", arguments: [false, true])
  func oracle(isSigned: Bool) throws {
    var random = SeededGenerator(seed: 5)
    let plain = ByteValues(scale: 0.0625, zeroPoint: isSigned ? 20 : 140, isSigned: isSigned)
    // Rounding makes different bytes equal: ties that only the numbers show.
    let rounded = plain.roundedLogistic(scale: 1 / 256, zeroPoint: isSigned ? -128 : 0)
    for classCount in Array(1...35) + [90, 91] {
      let labels = (0..<classCount).map { "class\($0)" }
      let denied = labels.filter { _ in Bool.random(using: &random) }
      let lists: [CategorySelection] = [
        try CategorySelection(labels: labels), try CategorySelection(labels: labels, denylist: denied),
        try CategorySelection(labels: labels, allowlist: ["unknown"]),
      ]
      let bytes = (0..<classCount * 40).map { _ in
        Int.random(in: 0..<3, using: &random) == 0 ? UInt8.random(in: 0...255, using: &random) : plain.orderMask
      }
      for categories in lists {
        let search = BestClassSearch(classCount: classCount, categories: categories)
        for values in [plain, rounded] {
          for minimum: Float in [-20, 0, 0.5, 5] { compare(search, bytes, values, minimum) }
        }
      }
    }
  }

  private func compare(_ search: BestClassSearch, _ bytes: [UInt8], _ values: ByteValues, _ minimum: Float) {
    let numbers = bytes.map { values[$0] }
    var (expected, found) = ([Int: Float](), [Int: Float]())
    numbers.withUnsafeBufferPointer { numbers in
      bytes.withUnsafeBufferPointer { bytes in
        search.forEachBox(of: numbers, atLeast: minimum) { expected[$0] = $1 }
        search.forEachBox(of: bytes, as: values, atLeast: minimum) { found[$0] = $1 }
        #expect(found == expected)
        for box in expected.keys {
          #expect(
            search.bestClass(ofBox: box, in: bytes, as: values) == search.bestClass(ofBox: box, in: numbers))
        }
      }
    }
  }

  @Test("No scores, no classes and a threshold above all give nothing")
  func empty() throws {
    let all = try CategorySelection(labels: [])
    let values = ByteValues(scale: 1, zeroPoint: 0, isSigned: false)
    for classCount in [0, 1, 90] {
      let search = BestClassSearch(classCount: classCount, categories: all)
      search.forEachBox(of: UnsafeBufferPointer(start: nil, count: 0), as: values, atLeast: 0) { _, _ in
        Issue.record("a box")
      }
      [UInt8](repeating: 255, count: 90).withUnsafeBufferPointer { bytes in
        search.forEachBox(of: bytes, as: values, atLeast: 256) { _, _ in Issue.record("a box") }
      }
    }
  }
}

@Suite("Numbers of quantized scores")
struct ByteValuesTests {
  @Test("A stored byte, with or without a sign, stands for scale times its distance from the zero point")
  func values() {
    let unsigned = ByteValues(scale: 0.5, zeroPoint: 127, isSigned: false)
    #expect(unsigned[127] == 0 && unsigned[0] == -63.5 && unsigned[255] == 64)
    let signed = ByteValues(scale: 0.25, zeroPoint: -128, isSigned: true)
    #expect(signed[0x80] == 0 && signed[0] == 32 && signed[0x7f] == 63.75)
  }

  @Test(
    "A zero point that no byte is gives numbers, never a trap",
    arguments: [Int64.min, .min + 1, -1 << 40, 1 << 40, .max])
  func hostileZeroPoint(zeroPoint: Int64) {
    let values = ByteValues(scale: 0.5, zeroPoint: zeroPoint, isSigned: false)
    #expect(values[0] == Float(-0.5 * Double(zeroPoint)))
    let rounded = ByteValues(scale: 0.1, zeroPoint: 0, isSigned: true)
      .roundedLogistic(scale: 1 / 256, zeroPoint: zeroPoint)
    #expect((0..<256).allSatisfy { rounded[UInt8($0)].isFinite })
  }

  @Test("The rounded logistic function has the steps of the model's output and never leaves 0...255 of them")
  func logistic() {
    let logits = ByteValues(scale: 0.1, zeroPoint: 0, isSigned: true)
    let scores = logits.roundedLogistic(scale: 1 / 256, zeroPoint: -128)
    #expect(scores[0] == 0.5)
    // 256 / (1 + exp(-1)) = 187.15.
    #expect(scores[10] == 187.0 / 256)
    // 256 / (1 + exp(-12.7)) = 255.9992 would be 256, which a byte does not hold.
    #expect(scores[127] == 255.0 / 256)
    #expect(scores[0x80] == 0)
    let rising = (0..<256).map { scores[UInt8($0) ^ scores.orderMask] }
    #expect(rising == rising.sorted())
  }

  @Test("The least byte that is good enough, in the order of the numbers", arguments: [false, true])
  func least(isSigned: Bool) {
    let values = ByteValues(scale: 0.5, zeroPoint: 0, isSigned: isSigned)
    for minimum: Float in [-70, -64, -1, 0, 0.3, 63.5, 100, 127.5, 128] {
      let expected = (0..<256).map { UInt8($0) }.filter { values[$0] >= minimum }.map { $0 ^ values.orderMask }.min()
      #expect(values.minByte(atLeast: minimum) == expected)
    }
    #expect(values.minByte(atLeast: 128) == nil)
  }
}
