import Foundation
import TestSupport
import Testing

/// The Swift code of README and the documentation compiles, with no more around it than its pages say.
@Suite("Code of the documentation", .needs(.modules, if: BuiltProgram.hasModule("Firebase")))
struct DocumentationTests {
  @Test("There are pages with code in all catalogs")
  func pages() throws {
    let catalogs = Set(DocumentationPage.all.map { $0.url.deletingLastPathComponent().lastPathComponent })
    #expect(catalogs.count >= 7, "\(catalogs)")
    #expect(try DocumentationPage.all.flatMap { try $0.snippets() }.count > 40)
  }

  @Test("The code of a page compiles without warnings", arguments: DocumentationPage.all)
  func compiles(page: DocumentationPage) throws {
    for program in try DocumentationSnippet.programs(of: page.snippets()) {
      let flags = program.isManifest ? try Self.manifestFlags() : []
      let outcome = try SwiftCompiler.check(program.files, flags: flags)
      #expect(outcome.succeeded, "\(outcome.messages)")
      #expect(outcome.warnings == [])
    }
  }

  @Test("Links to files of the repository lead somewhere", arguments: DocumentationPage.all)
  func links(page: DocumentationPage) throws {
    #expect(try page.missingFiles() == [])
  }

  @Test("The check finds what does not compile, at its line in the page")
  func harness() throws {
    let page = DocumentationPage(url: URL(fileURLWithPath: "/docs/page.md"))
    let snippet = DocumentationSnippet(
      page: page, line: 12, place: .function(parameters: "options: GestureRecognizerOptions"),
      lines: ["import MediaPipeTasksVision", "options.numHands = 0.5"])
    let program = try #require(DocumentationSnippet.programs(of: [snippet]).first)
    let outcome = try SwiftCompiler.check(program.files)
    #expect(!outcome.succeeded)
    #expect(outcome.messages.contains("docs/page.md:13:"), "\(outcome.messages)")
  }

  /// Where the package manager's own module is: beside the compiler.
  private static func manifestFlags() throws -> [String] {
    let compiler = try #require(
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { URL(fileURLWithPath: String($0)).appendingPathComponent("swiftc").resolvingSymlinksInPath() }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) })
    let usr = compiler.deletingLastPathComponent().deletingLastPathComponent()
    return ["-I", usr.appendingPathComponent("lib/swift/pm/ManifestAPI").path, "-package-description-version", "6.2.0"]
  }
}
