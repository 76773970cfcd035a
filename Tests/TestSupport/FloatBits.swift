/// Numbers that are equal where all their bits are: NaN is NaN, and -0 is not 0.
package struct FloatBits: Equatable, Sendable {
  package let numbers: [Float]

  package init(_ numbers: [Float]) { self.numbers = numbers }

  package static func == (a: FloatBits, b: FloatBits) -> Bool {
    a.numbers.count == b.numbers.count && zip(a.numbers, b.numbers).allSatisfy { $0.bitPattern == $1.bitPattern }
  }
}
