import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import VisionCommand

/// `docs/command.md` from its heading "vision" on: the help of every command. `VISION_UPDATE_HELP=1` writes it anew; read the difference
/// before you commit it.
@Suite("Every help text is the one that was looked at")
struct CommandReferenceTests {
  @Test("docs/command.md has the command's help")
  func current() throws {
    let file = Checkout.file("docs/command.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(page.range(of: "\n## `vision`\n")).lowerBound
    let dump = try JSONDecoder().decode(Dump.self, from: Data(Vision._dumpHelp().utf8))
    let current = page[..<start] + "\n" + Self.reference(Vision.self, dump.command, []).joined(separator: "\n\n") + "\n"
    if ProcessInfo.processInfo.environment["VISION_UPDATE_HELP"] == "1" {
      try Data(current.utf8).write(to: file)
    } else {
      let changes = current.split(separator: "\n").difference(from: page.split(separator: "\n"))
      #expect(changes.isEmpty, "VISION_UPDATE_HELP=1 writes docs/command.md anew")
    }
  }

  /// The parser's description of its commands, as far as the page shows it.
  private struct Dump: Decodable {
    struct Command: Decodable {
      let commandName: String
      let abstract: String
      let discussion: String?
      let shouldDisplay: Bool
      let arguments: [Argument]?
      let subcommands: [Command]?
    }

    struct Argument: Decodable {
      struct Name: Decodable {
        let name: String
      }

      let kind: String
      let names: [Name]?
      let valueName: String
      let abstract: String?
      let allValues: [String]?
      let defaultValue: String?
      let sectionTitle: String?
      let shouldDisplay: Bool
    }

    let command: Command
  }

  /// The parts of the page about a command and its subcommands, to be separated by empty lines.
  private static func reference(
    _ type: any ParsableCommand.Type, _ command: Dump.Command, _ parents: [String]
  ) -> [String] {
    let words = parents + [command.commandName]
    var parts = ["\(String(repeating: "#", count: max(words.count, 2))) `\(words.joined(separator: " "))`"]
    parts += ([command.abstract] + [command.discussion].compactMap { $0 }).map(paragraphs)
    parts.append("```text\n\(Vision.usageString(for: type))\n```")
    let arguments = (command.arguments ?? []).filter { argument in
      argument.shouldDisplay && !["version", "help"].contains(argument.names?.last?.name)
    }
    let titles = arguments.map(title(of:))
    let others = titles.enumerated().filter { titles.firstIndex(of: $1) == $0 }.map(\.element)
      .filter { !["Arguments", "Options"].contains($0) }
    for section in ["Arguments"] + others + ["Options"] {
      parts += table(section, arguments.filter { title(of: $0) == section }.map { (term($0), meaning($0)) })
    }
    let types = type.configuration.subcommands
    let subcommands = (command.subcommands ?? []).compactMap { dump in
      types.first { $0.configuration.commandName == dump.commandName && dump.shouldDisplay }.map { ($0, dump) }
    }
    parts += table(
      "subcommand",
      subcommands.map { _, dump in
        ("[`\(dump.commandName)`](#\((words + [dump.commandName]).joined(separator: "-")))", dump.abstract)
      })
    return parts + subcommands.flatMap { reference($0, $1, words) }
  }

  private static func title(of argument: Dump.Argument) -> String {
    argument.sectionTitle ?? (argument.kind == "positional" ? "Arguments" : "Options")
  }

  private static func term(_ argument: Dump.Argument) -> String {
    let names = (argument.names ?? []).map { "--\($0.name)" }
    return "`\((names + (argument.kind == "flag" ? [] : ["<\(argument.valueName)>"])).joined(separator: " "))`"
  }

  private static func meaning(_ argument: Dump.Argument) -> String {
    let notes = [
      argument.allValues.map { "values: \($0.joined(separator: ", "))" },
      argument.kind == "flag" ? nil : argument.defaultValue.map { "default: \($0)" },
    ].compactMap { $0 }
    return [argument.abstract, notes.isEmpty ? nil : "(\(notes.joined(separator: "; ")))"].compactMap { $0 }
      .joined(separator: " ")
  }

  /// A table; nothing without rows.
  private static func table(_ title: String, _ rows: [(term: String, meaning: String)]) -> [String] {
    let lines = ["| \(title) | meaning |", "| --- | --- |"] + rows.map { "| \($0.term) | \(plain($0.meaning)) |" }
    return rows.isEmpty ? [] : [lines.joined(separator: "\n")]
  }

  /// A text in lines of up to 140 characters.
  private static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { paragraph in
      plain(String(paragraph)).split(separator: " ").reduce(into: (text: "", width: 0)) { line, word in
        let isFirst = line.width == 0
        let fits = line.width + word.count < 140
        line.text += (isFirst ? "" : fits ? " " : "\n") + word
        line.width = isFirst || !fits ? word.count : line.width + 1 + word.count
      }.text
    }.joined(separator: "\n")
  }

  private static func plain(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("<", with: "\\<")
  }
}
