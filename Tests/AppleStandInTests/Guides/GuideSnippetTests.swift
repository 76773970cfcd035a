import Foundation
import TestSupport
import Testing

/// The guides' Swift code compiles against this package, with no more around it than `SnippetTable` says.
@Suite(.needs(.unpublished))
struct GuideSnippetTests {
  @Test("Every snippet of a guide has its row in the table", arguments: Guide.allCases)
  func complete(guide: Guide) throws {
    #expect(try guide.snippets().count == guide.snippetCount)
    let rows = (SnippetTable.mediaPipe + SnippetTable.firebase).filter { $0.guide == guide }
    #expect(rows.map(\.number) == Array(1...guide.snippetCount))
  }

  @Test("A snippet of MediaPipe's guides compiles", arguments: SnippetTable.mediaPipe)
  func compiles(row: SnippetRow) throws { try expectCompiles(row) }

  @Test(
    "A snippet of ML Kit's guide compiles",
    .needs(.modules, if: BuiltProgram.hasModule("Firebase")),
    arguments: SnippetTable.firebase.prefix(10))
  func compilesWithFirebase(row: SnippetRow) throws { try expectCompiles(row, modes: ["5", "6"]) }

  @Test("ML Kit's guide says the same four times")
  func repeats() throws {
    let snippets = try Guide.firebaseInPersian.snippets()
    for number in 10..<40 { #expect(snippets[number] == snippets[number % 10]) }
  }

  @Test("The English gesture guide, with its line breaks restored, has the Hebrew guide's code")
  func lineBreaks() throws {
    let (english, hebrew) = (try Guide.gesturesInEnglish.snippets(), try Guide.gesturesInHebrew.snippets())
    for (restored, original) in zip(english, hebrew) { #expect(statements(restored) == statements(original)) }
  }

  @Test("The check finds what does not compile: a wrong label, a missing value, a wrong type")
  func harness() throws {
    for (parameters, code) in [
      ("image: MPImage, task: GestureRecognizer", "_ = try task.recognise(image: image)"),
      ("task: GestureRecognizer", "_ = try task.recognize(image: image)"),
      ("options: GestureRecognizerOptions", "options.numHands = 0.5"),
    ] {
      let row = SnippetRow(.gesturesInHebrew, 1, .function(parameters))
      #expect(try !SwiftCompiler.check(row.files(from: [code])).succeeded)
    }
  }

  private func expectCompiles(_ row: SnippetRow, modes: [String] = ["6"]) throws {
    let files = try row.files(from: row.guide.snippets())
    for mode in modes {
      let outcome = try SwiftCompiler.check(files, mode: mode)
      #expect(outcome.succeeded, "\(row), Swift \(mode):\n\(files)\n\(outcome.messages)")
      #expect(outcome.warnings == [], "\(row), Swift \(mode)")
    }
  }

  /// The code without its comments and without white space.
  private func statements(_ code: String) -> String {
    code.split(separator: "\n").map { $0.replacing(#/\/\/.*/#, with: "") }.joined().filter { !$0.isWhitespace }
  }
}
