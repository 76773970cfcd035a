import VisionCore

/// The same numbers for the same seed on every machine, so that a failing case comes again.
package struct SeededGenerator: RandomNumberGenerator {
  private var numbers: SplitMix64

  /// A generator whose numbers the seed settles.
  package init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  /// The next 64 bits.
  package mutating func next() -> UInt64 { numbers.next() }

  /// Numbers from -1 to 1. Long loops of tests are here: the others are not optimized when they are built.
  package mutating func floats(_ count: some BinaryInteger) -> [Float] {
    (0..<Int(count)).map { _ in Float.random(in: -1...1, using: &self) }
  }

  /// Of mean 0 and deviation 1, by Irwin and Hall's approximation, without functions whose last bit differs between processors.
  package mutating func normal() -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
  }

  /// A path of few pieces, among them those that are rare in paths.
  package mutating func path() -> String {
    let pieces = [
      "/", "/", "//", "a", "k", ".", "..", "~", "é", "e\u{301}", "\u{301}", "中", "👩‍👧", " ", "%2F", "%", "?", "#", ":",
      "\\", "\n",
      "\r\n", "\u{FEFF}", "\u{FFFD}", "-", ".png", "file:", "@",
    ]
    return (0..<Int.random(in: 0...12, using: &self)).map { _ in pieces[Int.random(in: pieces.indices, using: &self)] }
      .joined()
  }
}
