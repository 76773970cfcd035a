/// The same random numbers for the same seed on every machine. Source: Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  // The standard library may change how it makes numbers of these bits.

  /// A number from `low` on, below `high`.
  package mutating func float(_ low: Float, _ high: Float) -> Float {
    low + (high - low) * Float(next() >> 40) * 0x1p-24
  }

  /// A number of a normal distribution, near enough: the sum of twelve uniform ones, which needs no function of the C
  /// library.
  package mutating func normal(_ mean: Float = 0, deviation: Float) -> Float {
    var sum: Float = -6
    for _ in 0..<12 { sum += float(0, 1) }
    return mean + deviation * sum
  }

  /// A number in `0..<count`, which is at least 1.
  package mutating func index(below count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(count)).high) }

  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    for last in stride(from: elements.count - 1, to: 0, by: -1) { elements.swapAt(last, index(below: last + 1)) }
  }
}
