/// The same numbers for the same seed on every machine, so that a failing case comes again. Source: Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators" (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// A generator whose numbers the seed settles.
  package init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
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
