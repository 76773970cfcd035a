import VisionHTTP
import VisionTasks

/// The options of the server. `ServerOption.all` describes each once for command line, environment and file.
package struct ServerOptions: Sendable {
  package var host = ListeningAddress.loopback
  package var port = 8430
  package var socket: String?
  package var allowsRemote = false
  package var token: String?
  package var needsNoToken = false

  /// The served models, as `ModelSpec` reads them; empty for every task whose default model is fetched.
  package var models: [String] = []
  package var modelFolder: String?

  static let maxSessions = 64
  package var sessions = min(ProcessResources.current.processors, maxSessions)
  package var queue = 64
  package var queueSeconds = 5.0

  package var requestBytes = 64_000_000
  package var pixels = 50_000_000
  package var images = 32
  /// Nil for what `MemoryPlan` finds.
  package var memory: Int?

  /// Nil for what `MemoryPlan` finds.
  package var streams: Int?
  package var streamSeconds = 60.0

  package var connections = 512
  package var drainSeconds = 0.0
  package var stopSeconds = 30.0
  package var logLevel = "info"
  package var accessLog = AccessLog.work.rawValue

  package init() {}

  var address: ListeningAddress {
    ListeningAddress(host: host, port: port, allowsRemote: allowsRemote, token: token, socket: socket)
  }

  /// Limits on connections. Servers' clients hold many connections, so one client may have all.
  var connectionLimits: ConnectionLimits {
    var limits = ConnectionLimits()
    limits.connections = connections
    limits.connectionsPerAddress = connections
    return limits
  }

  package func validate() throws {
    try address.validate()
    _ = try ModelSpec.all(models)
    guard !needsNoToken || (address.isLoopback && !allowsRemote && token == nil) else {
      throw TasksError.invalidArgument(
        "--no-token is for a loopback address and without --allow-remote, --token and VISION_SERVE_TOKEN: who reaches the port can use "
          + "the server then."
      )
    }
    let needed = requestBytes + min(requestBytes, InferLimits.jsonBytes) * InferLimits.memoryPerJSONByte
    guard memory.map({ $0 >= needed }) ?? true else {
      throw TasksError.invalidArgument(
        "--max-memory is \(memory ?? 0); a request of --max-bytes \(requestBytes) needs \(needed). Raise the one or lower the other."
      )
    }
  }
}

/// How the server divides the memory that its models leave: to requests and tasks of streams, unless options say it.
struct MemoryPlan: Sendable, Hashable {
  /// The memory of a stream's task, in bytes: what a recognizer of gestures takes, which is the largest default model.
  private static let streamBytes = 50_000_000
  static let maxMemory = 1_000_000_000
  static let maxStreams = 16
  /// The part of the rest that requests get: buffers of connections, and memory between two uses, take some, too.
  private static let requestPart = 0.7

  let memory, streams: Int

  /// Divides the memory that the process may use, of which it uses a part with its models loaded, in bytes.
  init(_ options: ServerOptions, available: Int = ProcessResources.current.memory, used: Int) {
    let rest = max(available - used, 0)
    streams = options.streams ?? min(max(rest / 4 / Self.streamBytes, 1), Self.maxStreams)
    let requests = Double(max(rest - streams * Self.streamBytes, 0)) * Self.requestPart
    memory = options.memory ?? min(max(Int(requests), 10_000_000), Self.maxMemory)
  }

  init(memory: Int, streams: Int) { (self.memory, self.streams) = (memory, streams) }
}

extension ServerOptions {
  package static let configurationVariable = ServerOption.variablePrefix + "CONFIG"
  private static let maxFileBytes = 1_000_000

  /// Flags precede the environment, where empty variables count as unset. That precedes the values of a JSON file.
  package init(flags: [String: OptionValue], environment: [String: String], file: String?) throws {
    let stored = try file.map(Self.values(inFile:)) ?? [:]
    let environment = environment.filter { !Self.isOfKubernetes($0.key, $0.value) }
    let variables = ServerOption.all.map(\.variable) + [Self.configurationVariable]
    let ours = environment.keys.filter { $0.hasPrefix(ServerOption.variablePrefix) }
    if let unknown = ours.filter({ !variables.contains($0) }).min() {
      throw TasksError.invalidArgument(
        "There is no variable \(unknown); there are \(variables.joined(separator: ", ")).")
    }
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
    var isFolder: ObjCBool = false
    guard !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) || !isFolder.boolValue else {
      throw TasksError.invalidArgument("The configuration file \"\(path)\" is a folder; name a JSON file.")
    }
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

  /// Whether Kubernetes set a variable: it describes a Service `vision-serve` by names that begin as ours.
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
}
