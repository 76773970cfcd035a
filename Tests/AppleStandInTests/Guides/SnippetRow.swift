/// What is put around a guide's snippet to make a program of it.
struct SnippetRow: Sendable, CustomStringConvertible {
  /// Where the snippet stands.
  enum Place: Sendable {
    /// In a file of its own, beside another one with the reader's declarations.
    case file(_ declarations: String = "")
    /// In a function with the reader's values as parameters, in a file with these imports.
    case function(_ parameters: String, imports: String = "import MediaPipeTasksVision")
  }

  /// What has to be changed in the snippet itself; each is listed in WhereAnswersDiffer.md.
  struct Change: Sendable {
    let old: String
    let new: String
  }

  let guide: Guide
  /// The number of the snippet in its guide, from 1.
  let number: Int
  let place: Place
  let change: Change?
  /// The number of another snippet that stands in the file, too.
  let companion: Int?

  init(_ guide: Guide, _ number: Int, _ place: Place, change: Change? = nil, beside companion: Int? = nil) {
    self.guide = guide
    self.number = number
    self.place = place
    self.change = change
    self.companion = companion
  }

  var description: String { "\(guide.rawValue), snippet \(number)" }

  /// The program's files by their names.
  func files(from snippets: [String]) throws -> [String: String] {
    var code = snippets[number - 1]
    if let change {
      guard code.contains(change.old) else { throw SnippetError(text: "\(self): \"\(change.old)\" is not there") }
      code = code.replacing(change.old, with: change.new)
    }
    switch place {
    case .file(let declarations):
      return ["main.swift": code + "\n", "Reader.swift": "import MediaPipeTasksVision\n" + declarations + "\n"]
    case .function(let parameters, let imports):
      let other = companion.map { snippets[$0 - 1] + "\n" } ?? ""
      return ["Reader.swift": "\(imports)\n\(other)func reader(\(parameters)) throws {\n\(code)\n}\n"]
    }
  }
}

/// Says what is wrong with a row.
struct SnippetError: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}
