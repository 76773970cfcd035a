import VisionTasks

/// Options by the properties that they set.
extension ServerOption {
  /// The longest time that an option accepts: a day.
  private static let maxSeconds = 86_400.0

  static func integer(
    _ name: String, _ path: WritableKeyPath<ServerOptions, Int> & Sendable, _ range: ClosedRange<Int>, _ help: String,
    value: String = "n", defaultText: String? = nil
  ) -> ServerOption {
    ServerOption(
      name: name, kind: .integer(range), valueName: value, help: help,
      set: { options, value in value.number.flatMap { Int(exactly: $0) }.map { options[keyPath: path] = $0 } },
      defaultText: defaultText ?? "\(ServerOptions()[keyPath: path])")
  }

  static func integer(
    _ name: String, _ path: WritableKeyPath<ServerOptions, Int?> & Sendable, _ range: ClosedRange<Int>, _ help: String,
    defaultText: String
  ) -> ServerOption {
    ServerOption(
      name: name, kind: .integer(range), valueName: "n", help: help,
      set: { options, value in value.number.flatMap { Int(exactly: $0) }.map { options[keyPath: path] = $0 } },
      defaultText: defaultText)
  }

  static func seconds(
    _ name: String, _ path: WritableKeyPath<ServerOptions, Double> & Sendable, from minimum: Double, _ help: String
  ) -> ServerOption {
    ServerOption(
      name: name, kind: .number(minimum...maxSeconds), valueName: "s", help: help,
      set: { options, value in value.number.map { options[keyPath: path] = $0 } },
      defaultText: text(ServerOptions()[keyPath: path]))
  }

  static func text(
    _ name: String, _ path: WritableKeyPath<ServerOptions, String> & Sendable, _ help: String, value: String,
    choices: [String]? = nil
  ) -> ServerOption {
    ServerOption(
      name: name, kind: choices.map { .choice($0) } ?? .text, valueName: value, help: help,
      set: { options, value in value.text.map { options[keyPath: path] = $0 } },
      defaultText: ServerOptions()[keyPath: path])
  }

  static func text(
    _ name: String, _ path: WritableKeyPath<ServerOptions, String?> & Sendable, _ help: String, value: String
  ) -> ServerOption {
    ServerOption(
      name: name, kind: .text, valueName: value, help: help,
      // An empty variable counts as unset.
      set: { options, value in options[keyPath: path] = value.text.flatMap { $0.isEmpty ? nil : $0 } }, defaultText: nil
    )
  }

  static func toggle(
    _ name: String, _ path: WritableKeyPath<ServerOptions, Bool> & Sendable, _ help: String
  ) -> ServerOption {
    ServerOption(
      name: name, kind: .toggle, valueName: "", help: help,
      set: { options, value in options[keyPath: path] = value.isOn }, defaultText: nil)
  }

  static func list(
    _ name: String, _ path: WritableKeyPath<ServerOptions, [String]> & Sendable, _ help: String, value: String
  ) -> ServerOption {
    ServerOption(
      name: name, kind: .list, valueName: value, help: help,
      set: { options, value in value.names.map { options[keyPath: path] = $0 } }, defaultText: nil)
  }
}
