import TestSupport
import Testing
import VisionPerception

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
