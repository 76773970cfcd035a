import ArgumentParser
import Foundation
import Testing

@testable import VisionCommand

/// Help texts beside this file, one a command. `VISION_UPDATE_HELP=1` writes them anew.
@Suite struct HelpTests {
  private static let commands: [any ParsableCommand.Type] = [GestureCommand.self, HandCommand.self]

  private func check(_ help: String, against name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("\(name).txt")
    let text = help + "\n"
    if ProcessInfo.processInfo.environment["VISION_UPDATE_HELP"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(text == (try String(contentsOf: file, encoding: .utf8)), "VISION_UPDATE_HELP=1 writes the text anew")
  }

  @Test("The command's help is the one that was looked at")
  func root() throws {
    try check(Vision.helpMessage(columns: 100), against: "vision")
  }

  @Test("Every subcommand's help is the one that was looked at", arguments: [0, 1])
  func subcommands(position: Int) throws {
    let command = Self.commands[position]
    try check(
      Vision.helpMessage(for: command, columns: 100), against: "vision-\(command.configuration.commandName ?? "")")
  }
}
