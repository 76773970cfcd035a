import Foundation
import VisionCore
import VisionTasks

extension ServerOptions {
  package static let configurationVariable = ServerOption.variablePrefix + "CONFIG"
  private static let maxFileBytes = 1_000_000

  /// Reads options. Flags, by the options' names, precede the environment, where empty variables count as unset. That precedes the
  /// values of a JSON file, by the options' keys.
  package init(flags: [String: OptionValue], environment: [String: String], file: String?) throws {
    let stored = try file.map(Self.values(inFile:)) ?? [:]
    let environment = environment.filter { !Self.isOfKubernetes($0.key, $0.value) }
    try Self.checkVariables(environment)
    self.init()
    for option in ServerOption.all {
      if let value = flags[option.name] {
        try option.check(value, source: "--\(option.name)")
        option.set(&self, value)
      } else if let text = environment[option.variable], !text.isEmpty {
        option.set(&self, try option.value(parsing: text, source: option.variable))
      } else if let value = stored[option.key] {
        try option.check(value, source: "\(option.key) in the configuration file")
        option.set(&self, value)
      }
    }
    try validate()
  }

  private static func values(inFile path: String) throws -> [String: OptionValue] {
    let content: Data?
    do { content = try FileHandle(forReadingAtPath: path)?.read(upToCount: maxFileBytes + 1) } catch {
      throw TasksError.notFound("The configuration file \"\(path)\" cannot be read: \(error.localizedDescription)")
    }
    guard let bytes = content, bytes.count <= maxFileBytes else {
      throw TasksError.notFound(
        "The configuration file \"\(path)\" is missing, unreadable, empty or larger than \(maxFileBytes) bytes.")
    }
    let values: [String: OptionValue]
    do {
      values = try JSONDecoder().decode([String: OptionValue].self, from: bytes)
    } catch {
      throw TasksError.invalidArgument(
        "The configuration file \"\(path)\" is no JSON object of numbers, texts, true, false and lists of texts.")
    }
    let keys = ServerOption.all.map(\.key)
    if let unknown = values.keys.sorted().first(where: { !keys.contains($0) }) {
      throw TasksError.invalidArgument(
        "The configuration file has \"\(unknown)\"; allowed are \(keys.joined(separator: ", ")).")
    }
    return values
  }

  /// Whether Kubernetes set a variable: it describes a Service named `vision-serve` to every container by names that begin as ours.
  private static func isOfKubernetes(_ name: String, _ value: String) -> Bool {
    guard name.hasPrefix(ServerOption.variablePrefix) else { return false }
    let rest = name.dropFirst(ServerOption.variablePrefix.count).split(separator: "_", omittingEmptySubsequences: false)
    switch rest.first {
    case "SERVICE": return rest.count > 1
    case "PORT" where rest.count > 1: return UInt16(rest[1]) != nil
    case "PORT": return ["tcp://", "udp://", "sctp://"].contains { value.hasPrefix($0) }
    default: return false
    }
  }

  /// Rejects misspelt variables, which would otherwise be ignored.
  private static func checkVariables(_ environment: [String: String]) throws {
    let variables = ServerOption.all.map(\.variable) + [configurationVariable]
    let isOurs = { (name: String) in name.hasPrefix(ServerOption.variablePrefix) }
    if let unknown = environment.keys.sorted().first(where: { isOurs($0) && !variables.contains($0) }) {
      throw TasksError.invalidArgument(
        "There is no variable \(unknown); there are \(variables.joined(separator: ", ")).")
    }
  }
}
