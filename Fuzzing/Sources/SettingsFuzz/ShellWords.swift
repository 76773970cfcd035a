/// What a shell makes of a command line: of bytes, as shells read them, for characters hide what is within them.
enum ShellWords {
  /// The words; nil for a line with an open quotation mark, or with a byte outside of marks that means something to a shell.
  static func read(_ line: String) -> [[UInt8]]? {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,=:@%+".utf8)
    var words: [[UInt8]] = []
    var word: [UInt8]?
    var rest = Array(line.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: " "):
        if let word { words.append(word) }
        word = nil
      case UInt8(ascii: "'"):
        guard let end = rest.firstIndex(of: byte) else { return nil }
        word = (word ?? []) + rest[..<end]
        rest = rest[(end + 1)...]
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { return nil }
        word = (word ?? []) + [next]
      default:
        guard plain.contains(byte) else { return nil }
        word = (word ?? []) + [byte]
      }
    }
    if let word { words.append(word) }
    return words
  }
}
