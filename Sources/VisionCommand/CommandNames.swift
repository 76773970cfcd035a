import ArgumentParser
import Foundation
import VisionCore

/// Checks of a command line that the parser does not make, or reports in words that do not help.
enum CommandNames {
  /// Checks the names of subcommands, also after `help`.
  ///
  /// - Throws: `ValidationError` for an unknown one, with the closest known name.
  static func check(_ arguments: [String]) throws {
    var command: any ParsableCommand.Type = Vision.self
    var words = ["vision"]
    for argument in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      let configuration = command.configuration
      let names = configuration.subcommands.compactMap { subcommand -> String? in
        let configuration = subcommand.configuration
        return configuration.shouldDisplay ? configuration.commandName : nil
      }
      guard !argument.hasPrefix("-"), !names.isEmpty else { return }
      guard let next = configuration.subcommands.first(where: { $0.configuration.commandName == argument }) else {
        // The arguments of a default subcommand.
        if configuration.defaultSubcommand != nil, arguments.first != "help" { return }
        let advice =
          names.closest(to: argument).map { "did you mean \"\($0)\"?" }
          ?? "commands are \(names.joined(separator: ", "))."
        throw ValidationError(
          "\(words.joined(separator: " ")) has no command \"\(argument.escapingControlCharacters)\"; \(advice)")
      }
      command = next
      words.append(argument)
    }
  }

  /// The error for a file whose name begins with a dash, which is read as an option; nil without one.
  static func dashHint(_ arguments: [String]) -> String? {
    let files = arguments.prefix { $0 != "--" }.filter { argument in
      argument.hasPrefix("-") && argument.count > 1 && Double(argument) == nil && RawPath(argument).status != nil
    }
    return files.first.map {
      "\"\($0)\" is read as an option, since it begins with a dash; for the file of this name write ./\($0)"
    }
  }

  /// An error message in which control characters of arguments are escaped, also line breaks.
  static func escaped(_ message: String, _ arguments: [String]) -> String {
    arguments.reduce(message) { text, argument in
      let escaped = argument.escapingControlCharacters
      return escaped == argument ? text : text.replacing(argument, with: escaped)
    }
  }
}
