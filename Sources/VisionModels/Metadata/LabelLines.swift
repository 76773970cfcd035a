/// The lines of a label file.
package enum LabelLines {
  /// Splits at LF, CR LF and CR. An end of line at the very end adds no line, and one empty last line is dropped; empty lines
  /// in between hold the numbering and stay.
  package static func split(_ file: ModelData) -> [String] {
    file.withUnsafeBytes { bytes in
      var lines: [String] = []
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
        let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
        start = end + (isPair ? 2 : 1)
      }
      if lines.last == "" { lines.removeLast() }
      return lines
    }
  }
}
