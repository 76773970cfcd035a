import Logging
import VisionTasks

/// The description of one option of the server: its flag, environment variable and key in a configuration file. Ours,
/// since swift-configuration ignores names that it does not know, and a misspelt limit has to be an error.
package struct ServerOption: Sendable {
  package enum Kind: Sendable, Hashable {
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case text
    case choice([String])
    case toggle
    case list
  }

  static let variablePrefix = "VISION_SERVE_"
  private static let maxSeconds = 86_400.0

  package let name: String
  package let kind: Kind
  package let valueName, help: String
  let set: @Sendable (inout ServerOptions, OptionValue) -> Void
  package let defaultText: String?

  private init<Value: ServerOptionValue>(
    _ name: String, _ path: WritableKeyPath<ServerOptions, Value> & Sendable, _ kind: Kind, _ help: String,
    value valueName: String = "n", defaultText: String? = nil
  ) {
    (self.name, self.kind, self.valueName, self.help) = (name, kind, valueName, help)
    set = { options, value in Value.reading(value).map { options[keyPath: path] = $0 } }
    self.defaultText = defaultText ?? ServerOptions()[keyPath: path].defaultText
  }

  private static func seconds(
    _ name: String, _ path: WritableKeyPath<ServerOptions, Double> & Sendable, from minimum: Double, _ help: String
  ) -> ServerOption { ServerOption(name, path, .number(minimum...maxSeconds), help, value: "s") }

  /// All options, in the order of help. A new option is a property of `ServerOptions` and a line here.
  package static let all: [ServerOption] = [
    ServerOption(
      "host", \.host, .text, "The address to listen on; any but a loopback address needs --allow-remote.", value: "host"
    ),
    ServerOption("port", \.port, .integer(0...65_535), "The port; 0 for any free port."),
    ServerOption("socket", \.socket, .text, "A Unix socket to listen on in place of host and port.", value: "path"),
    ServerOption(
      "allow-remote", \.allowsRemote, .toggle,
      "Allow access from other machines. Traffic is not encrypted; use an HTTPS proxy."),
    ServerOption(
      "token", \.token, .text,
      "The access token, at least 12 letters, digits, - and _ (default: a random one). Other users of this machine can see flags, unlike variables.",
      value: "token"),
    ServerOption(
      "no-token", \.needsNoToken, .toggle,
      "Accept requests without a token, on a loopback address; for a proxy on this machine."),
    ServerOption(
      "model", \.models, .list,
      "A served model, [NAME=]TASK[:MODEL][?OPTION=VALUE&…], with a model of the catalog or of --model-folder (default: every task whose default model is fetched). May be repeated.",
      value: "model"),
    ServerOption(
      "model-folder", \.modelFolder, .text, "A folder whose .task and .tflite files --model may name.", value: "folder"),
    ServerOption(
      "sessions", \.sessions, .integer(1...ServerOptions.maxSessions), "Inferences at a time, each on one thread.",
      defaultText: "one per core, at most \(ServerOptions.maxSessions)"),
    ServerOption(
      "queue", \.queue, .integer(0...10_000), "Images that may wait for a session; further requests get status 503."),
    seconds(
      "queue-seconds", \.queueSeconds, from: 0.01, "How long an image may wait; then its request gets status 503."),
    ServerOption("max-bytes", \.requestBytes, .integer(1...1_000_000_000), "Maximum bytes of a request."),
    ServerOption("max-pixels", \.pixels, .integer(1...1_000_000_000), "Maximum pixels of an image."),
    ServerOption("max-images", \.images, .integer(1...1000), "Maximum images of a request."),
    ServerOption(
      "max-memory", \.memory, .integer(1_000_000...1_000_000_000_000),
      "Memory for the bodies, pixels and tensors of all requests, in bytes.",
      defaultText: "\(MemoryPlan.maxMemory), less in a small machine or container"),
    ServerOption(
      "streams", \.streams, .integer(0...1000), "Maximum streams of frames, each with its own task.",
      defaultText: "\(MemoryPlan.maxStreams), fewer in a small machine or container"),
    seconds("stream-seconds", \.streamSeconds, from: 0.1, "The time after which an idle stream ends."),
    ServerOption(
      "connections", \.connections, .integer(1...100_000),
      "Maximum open connections, fewer with a low limit of open files; the one that is idle longest gives way."),
    seconds(
      "drain-seconds", \.drainSeconds, from: 0,
      "How long after SIGTERM the server says that it is not ready, and still accepts requests."),
    seconds("stop-seconds", \.stopSeconds, from: 1, "How long requests may take to finish after that."),
    ServerOption(
      "log-level", \.logLevel, .choice(Logger.Level.allCases.map(\.rawValue)),
      "The lowest level of messages on standard error.", value: "level"),
    ServerOption(
      "access-log", \.accessLog, .choice(AccessLog.allCases.map(\.rawValue)),
      "The requests in the log: work (tasks and failures), all (also probes), or none.", value: "which"),
  ]

  package var variable: String { Self.variablePrefix + name.uppercased().replacing("-", with: "_") }

  package var key: String { name.camelCased }

  /// Parses and checks a value of the environment. A list's elements are separated by white space.
  func value(parsing text: String, source: String) throws -> OptionValue {
    let value: OptionValue? =
      switch kind {
      case .integer, .number: Double(text).map { .number($0) }
      case .text, .choice: .text(text)
      case .toggle: Bool(text).map { .toggle($0) }
      case .list: .names(text.split(whereSeparator: \.isWhitespace).map(String.init))
      }
    guard let value else { throw TasksError.invalidArgument("\(source) is \"\(text)\"; it takes \(kindText).") }
    try check(value, source: source)
    return value
  }

  func check(_ value: OptionValue, source: String) throws {
    switch (kind, value) {
    case (.toggle, .toggle), (.text, .text), (.list, .names): return
    case (.integer(let range), .number(let number)) where Int(exactly: number).map(range.contains) == true: return
    case (.number(let range), .number(let number)) where range.contains(number): return
    case (.choice(let names), .text(let text)) where names.contains(text): return
    case (.integer, .number(let number)), (.number, .number(let number)):
      throw TasksError.invalidArgument("\(source) is \(number.plainText); allowed are \(kindText).")
    case (.choice(let names), .text(let text)):
      throw TasksError.invalidArgument("\(source) is \"\(text)\"; allowed are \(names.joined(separator: ", ")).")
    default: throw TasksError.invalidArgument("\(source) has a value of another kind; it takes \(kindText).")
    }
  }

  private var kindText: String {
    switch kind {
    case .integer(let range): "whole numbers from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "numbers from \(range.lowerBound.plainText) to \(range.upperBound.plainText)"
    case .text: "a text"
    case .choice(let names): "one of \(names.joined(separator: ", "))"
    case .toggle: "true or false"
    case .list: "a list of texts"
    }
  }
}

private protocol ServerOptionValue: SendableMetatype {
  static func reading(_ value: OptionValue) -> Self?
  var defaultText: String? { get }
}

extension Int: ServerOptionValue {
  fileprivate static func reading(_ value: OptionValue) -> Int? { value.number.flatMap { Int(exactly: $0) } }
  fileprivate var defaultText: String? { "\(self)" }
}

extension Double: ServerOptionValue {
  fileprivate static func reading(_ value: OptionValue) -> Double? { value.number }
  fileprivate var defaultText: String? { plainText }
}

extension String: ServerOptionValue {
  fileprivate static func reading(_ value: OptionValue) -> String? { value.text }
  fileprivate var defaultText: String? { self }
}

extension Bool: ServerOptionValue {
  fileprivate static func reading(_ value: OptionValue) -> Bool? { value.isOn }
  fileprivate var defaultText: String? { nil }
}

extension [String]: ServerOptionValue {
  fileprivate static func reading(_ value: OptionValue) -> [String]? { value.names }
  fileprivate var defaultText: String? { nil }
}

extension Optional: ServerOptionValue where Wrapped: ServerOptionValue {
  /// An empty text counts as unset.
  fileprivate static func reading(_ value: OptionValue) -> Self? {
    value == .text("") ? .some(nil) : Wrapped.reading(value).map { .some($0) }
  }
  fileprivate var defaultText: String? { nil }
}
