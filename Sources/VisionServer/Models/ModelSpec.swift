import VisionHTTP
import VisionTasks

/// A served model as the operator names it: `[NAME=]TASK[:MODEL][?OPTION=VALUE&…]`.
///
/// ```
/// gesture                          the task's default model, under the task's name
/// pose:pose_landmarker_full        another model, under its own name
/// hands=gesture?numHands=2         a name, and options of the task
/// ```
struct ModelSpec: Sendable, Hashable {
  let name, task, model: String
  let values: [String: OptionValue]

  private static let maxNameLength = 64

  init(_ text: String) throws {
    let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let named = (halves.first ?? "").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let target = (named.last ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let taskName = String(target.first ?? "")
    guard let type = TaskRegistry.task(taskName) else {
      throw TasksError.invalidArgument(
        "The model \"\(text)\" names no task; allowed are \(TaskRegistry.names.joined(separator: ", ")), as in pose or "
          + "pose:pose_landmarker_full.")
    }
    task = taskName
    model = target.count > 1 ? String(target[1]) : type.descriptor.defaultModel
    name = named.count > 1 ? String(named[0]) : target.count > 1 ? model.withoutFileExtension : taskName
    guard Self.isName(name) else {
      throw TasksError.invalidArgument(
        "The model \"\(text)\" has the name \"\(name)\"; allowed are 1 to \(Self.maxNameLength) letters, digits, -, _ and dots."
      )
    }
    values = try Self.values(halves.count > 1 ? halves[1] : "", of: type, in: text)
  }

  private static func values(
    _ text: Substring, of type: any TaskDefinition.Type, in spec: String
  ) throws -> [String: OptionValue] {
    var values: [String: OptionValue] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let option = type.descriptors.first(where: { $0.key == parts[0] }) else {
        throw TasksError.invalidArgument(
          "The model \"\(spec)\" has \"\(pair)\"; allowed are \(type.descriptors.map(\.key).joined(separator: ", ")), each "
            + "with = and a value.")
      }
      values[option.key] = try option.value(parsing: parts[1])
    }
    try type.check(values, from: .user) { $0.key }
    return values
  }

  /// Whether a name may stand in an address and in a metric's label.
  private static func isName(_ name: String) -> Bool {
    (1...maxNameLength).contains(name.utf8.count) && name.isPlain(or: "-_.") && name.contains { $0 != "." }
  }
}
