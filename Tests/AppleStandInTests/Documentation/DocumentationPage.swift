import Foundation
import TestSupport

/// A Markdown file with Swift code.
///
/// A block stands in a program of its own unless an HTML comment, which no reader sees, is on the line before it:
///
/// | comment | the block is |
/// | --- | --- |
/// | none | a whole program |
/// | `<!-- swift: image: MPImage, time: Int -->` | in a function with these parameters, with this package's imports |
/// | `<!-- swift: -->` | in such a function without parameters |
/// | `<!-- swift: continues -->` | the same program's next part |
/// | `<!-- swift: manifest -->` | a package's manifest |
struct DocumentationPage: Sendable, CustomStringConvertible {
  let url: URL

  /// Its name with its folder, as in `docs/outputs.md`.
  var description: String { url.pathComponents.suffix(2).joined(separator: "/") }

  /// The checkout's pages: README, `docs`, and the catalogs of all modules.
  static let all: [DocumentationPage] = {
    let files = FileManager.default
    func children(of folder: URL) -> [URL] {
      ((try? files.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []).sorted { $0.path < $1.path }
    }
    let catalogs = children(of: Checkout.file("Sources")).flatMap(children)
      .filter { $0.pathExtension == "docc" }
    let pages =
      [Checkout.file("README.md")] + children(of: Checkout.file("docs"))
      + catalogs.flatMap(children)
    return pages.filter { $0.pathExtension == "md" }.map(DocumentationPage.init)
  }()

  /// Its blocks of Swift in their order.
  func snippets() throws -> [DocumentationSnippet] {
    var snippets: [DocumentationSnippet] = []
    var (place, code): (DocumentationSnippet.Place, [String]?) = (.program, nil)
    var start = 0
    for (index, line) in try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n").enumerated() {
      if let lines = code {
        guard line == "```" else {
          code = lines + [line]
          continue
        }
        snippets.append(DocumentationSnippet(page: self, line: start, place: place, lines: lines))
        (place, code) = (.program, nil)
      } else if line == "```swift" {
        (start, code) = (index + 2, [])
      } else if let comment = line.wholeMatch(of: #/<!-- swift:(.*)-->/#) {
        place = .init(comment.1.trimmingCharacters(in: .whitespaces))
      }
    }
    return snippets
  }

  /// The targets of links and images that are neither files beside the page, nor resources of its catalog, nor addresses.
  func missingFiles() throws -> [String] {
    let folder = url.deletingLastPathComponent()
    let places = [folder] + (folder.pathExtension == "docc" ? [folder.appendingPathComponent("Resources")] : [])
    return try String(contentsOf: url, encoding: .utf8).matches(of: #/\]\(([^)#:\s]+)(#[^)]*)?\)/#)
      .map { String($0.1) }
      .filter { path in
        !places.contains { FileManager.default.fileExists(atPath: $0.appendingPathComponent(path).path) }
      }
  }
}
