extension String {
  /// The text with control characters as `\x1B`, so that names of files cannot change a terminal.
  package var escapingControlCharacters: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      guard scalar.properties.generalCategory == .control else { return text.unicodeScalars.append(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      text += "\\x" + (digits.count < 2 ? "0" : "") + digits
    }
  }
}

extension StringProtocol {
  /// The text without white space at its ends. For what runs when a model is opened: Foundation's `trimmingCharacters`
  /// brings `NSString` and its tables of characters into memory.
  package var trimmed: String {
    let isText = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
    guard let first = unicodeScalars.firstIndex(where: isText), let last = unicodeScalars.lastIndex(where: isText)
    else {
      return ""
    }
    return String(self[first...last])
  }
}
