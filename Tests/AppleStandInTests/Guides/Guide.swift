import Foundation
import TestSupport

/// One of the guides whose Swift code has to compile: MediaPipe's for iOS and ML Kit's, in four languages.
enum Guide: String, CaseIterable, Sendable {
  case gesturesInHebrew = "000"
  case objectsInHebrew = "001"
  case posesInPortuguese = "002"
  case firebaseInPersian = "003"
  /// The text of `gesturesInHebrew` in English, which has lost its line breaks.
  case gesturesInEnglish = "004"

  /// How many Swift snippets it has; the Persian guide says everything four times.
  var snippetCount: Int { self == .firebaseInPersian ? 40 : 9 }

  /// Its Swift code, snippet by snippet.
  func snippets() throws -> [String] {
    guard let folder = SharedFolder.url?.appendingPathComponent("seeds") else { throw CocoaError(.fileNoSuchFile) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    guard let name = names.first(where: { $0.hasPrefix(rawValue + "_") }) else { throw CocoaError(.fileNoSuchFile) }
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    let snippets = GuideText.snippets(in: text)
    return self == .gesturesInEnglish ? snippets.map(LineBreaks.restored) : snippets
  }
}
