import Foundation
import TestSupport
import Testing

/// `docs/command.md` is made from the snapshots, which `HelpTests` compares with the command.
@Suite("The command's reference")
struct CommandReferenceTests {
  @Test("docs/command.md has the current help texts")
  func current() throws {
    let process = Process()
    process.executableURL = Checkout.file("scripts/documentation/command-reference")
    process.arguments = ["--check"]
    let output = Pipe()
    process.standardError = output
    try process.run()
    let messages = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: messages, as: UTF8.self))")
  }
}
