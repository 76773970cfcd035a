extension StringProtocol {
  /// Whether a text has only ASCII letters, digits and the given characters, so that it may stand in addresses and logs.
  ///
  /// - Parameter others: Further ASCII characters that are allowed.
  /// - Returns: True for such a text, also the empty one.
  package func isPlain(or others: String) -> Bool {
    utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: others.utf8.contains(byte)
      }
    }
  }
}
