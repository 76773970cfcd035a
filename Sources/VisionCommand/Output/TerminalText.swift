extension String {
  /// The text with control characters as `\x1B`, so that names of files cannot change a terminal.
  var escapingControlCharacters: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      guard scalar.properties.generalCategory == .control else { return text.unicodeScalars.append(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      text += "\\x" + (digits.count < 2 ? "0" : "") + digits
    }
  }
}
