import Foundation

/// Gives Swift code that was written on one line its line breaks back, by these rules:
///
/// 1. A comment ends before the next `//`, or behind a full stop where the next sentence begins with a small letter or a bracket:
///    that is code.
/// 2. A line begins with `import`, `let`, `class`, `func` and with an assignment `a.b = `.
/// 3. A line ends behind `{`, and `}` stands on one of its own.
enum LineBreaks {
  static func restored(_ code: String) -> String {
    guard !code.contains("\n") else { return code }
    return pieces(of: code).map { piece in
      piece.hasPrefix("//") ? piece : broken(piece)
    }.joined(separator: "\n")
  }

  /// Comments and the code between them, by rule 1.
  private static func pieces(of code: String) -> [String] {
    var pieces: [String] = []
    var rest = Substring(code)
    while !rest.isEmpty {
      let end =
        rest.hasPrefix("//")
        ? rest.dropFirst(2).firstRange(of: #/\s//|[.]`?\s(?=[a-z}{])|[.]\s(?=[a-z}{])/#)
        : rest.firstRange(of: #/\s(?=//)/#)
      guard let end else {
        pieces.append(String(rest))
        break
      }
      // The break is at the white space, wherever in the match it stands.
      let space = rest[end].firstIndex(where: \.isWhitespace) ?? end.upperBound
      pieces.append(String(rest[..<space]))
      rest = rest[rest.index(after: space)...]
    }
    return pieces
  }

  /// A piece of code without comments, by rules 2 and 3.
  private static func broken(_ code: String) -> String {
    code.replacing(#/\s+(?=(import|let|class|func)\s|\w+(\.\w+)+\s=\s)/#, with: "\n")
      .replacing(#/\s*\{\s*/#, with: " {\n")
      .replacing(#/\s*\}\s*/#, with: "\n}\n")
  }
}
