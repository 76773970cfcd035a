/// A block of Swift in a page.
struct DocumentationSnippet: Sendable {
  /// What surrounds the block; `DocumentationPage` has the comments that say so.
  enum Place: Sendable, Equatable {
    case program
    case function(parameters: String)
    case continuation
    case manifest

    init(_ comment: String) {
      switch comment {
      case "continues": self = .continuation
      case "manifest": self = .manifest
      default: self = .function(parameters: comment)
      }
    }
  }

  let page: DocumentationPage
  /// The number of its first line in the page, from 1.
  let line: Int
  let place: Place
  let lines: [String]

  /// Its text, with messages of the compiler at the page's lines.
  private func located(where isIncluded: (String) -> Bool = { _ in true }) -> [String] {
    // A line that stands elsewhere leaves an empty one.
    ["#sourceLocation(file: \"\(page)\", line: \(line))"] + lines.map { isIncluded($0) ? $0 : "" }
      + ["#sourceLocation()"]
  }

  private static func isImport(_ line: String) -> Bool { line.hasPrefix("import ") }

  /// A page's programs by the names of their files; those in functions are one program of several files.
  static func programs(of snippets: [DocumentationSnippet]) -> [Program] {
    var (programs, parts): ([Program], [[DocumentationSnippet]]) = ([], [])
    for snippet in snippets {
      if snippet.place == .continuation, !parts.isEmpty {
        parts[parts.count - 1].append(snippet)
      } else {
        parts.append([snippet])
      }
    }
    var functions: [String: String] = [:]
    for part in parts {
      let body = part.flatMap { $0.located() }
      switch part[0].place {
      case .manifest: programs.append(Program(files: ["main.swift": text(body)], isManifest: true))
      case .function(let parameters):
        let imports = part.flatMap(\.lines).filter(isImport)
        let lines = part.flatMap { $0.located(where: { !isImport($0) }) }
        functions["Block\(part[0].line).swift"] = text(
          (imports.isEmpty ? ["import MediaPipeTasksVision", "import VisionMedia"] : imports)
            + ["func block\(part[0].line)(\(parameters)) async throws {"] + lines + ["}"])
      case .program, .continuation:
        let name = part[0].lines.contains("@main") ? "Program.swift" : "main.swift"
        programs.append(Program(files: [name: text(body)]))
      }
    }
    if !functions.isEmpty { programs.append(Program(files: functions)) }
    return programs
  }

  private static func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  /// What is compiled at once.
  struct Program: Sendable {
    let files: [String: String]
    var isManifest = false
  }
}
