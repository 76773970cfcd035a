import VisionCore
import VisionHTTP

/// Which requests are in the log.
enum AccessLog: String, CaseIterable, Sendable {
  /// Requests that ran a task, and those that failed.
  case work
  /// Every request, also probes.
  case all
  /// None.
  case none
}

/// The options of the server. `ServerOption.all` describes each of them once for the command line, the environment and a file.
package struct ServerOptions: Sendable {
  /// The address to listen on.
  package var host = ListeningAddress.loopback
  /// The port; 0 for any free port.
  package var port = 8430
  /// The path of a Unix socket to listen on in place of host and port; nil for none.
  package var socket: String?
  /// Whether `host` may be an address that other machines can reach.
  package var allowsRemote = false
  /// The access token; nil for a random one.
  package var token: String?
  /// Whether requests need no token; on a loopback address only.
  package var needsNoToken = false
  /// The served models, as `ModelSpec` reads them; empty for every task whose default model is fetched.
  package var models: [String] = []
  /// A folder of model files that `models` may name; nil for none.
  package var modelFolder: String?

  /// The number of inferences at a time, each on one thread.
  package var sessions = min(ProcessResources.current.processors, maxSessions)
  /// The highest number of sessions.
  static let maxSessions = 64
  /// The maximum number of images that wait for a session.
  package var queue = 64
  /// The maximum time of an image in the queue, in seconds.
  package var queueSeconds = 5.0

  /// The maximum size of a request, in bytes.
  package var requestBytes = 64_000_000
  /// The maximum number of pixels of an image.
  package var pixels = 50_000_000
  /// The maximum number of images of a request.
  package var images = 32
  /// The maximum memory of all requests' bodies, pixels and tensors, in bytes; nil for what `MemoryPlan` finds.
  package var memory: Int?

  /// The maximum number of streams, each with its own loaded task; nil for what `MemoryPlan` finds.
  package var streams: Int?
  /// The idle timeout of a stream, in seconds.
  package var streamSeconds = 60.0

  /// The maximum number of open connections, and of those of one client.
  package var connections = 512
  /// How long the server is not ready but accepts requests after SIGTERM, in seconds.
  package var drainSeconds = 0.0
  /// How long requests may take to finish after that, in seconds.
  package var stopSeconds = 30.0
  /// The lowest level of messages.
  package var logLevel = "info"
  /// Which requests are in the log.
  package var accessLog = AccessLog.work.rawValue

  /// Options for local use.
  package init() {}

  /// Where the server listens, and who may reach it.
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
}
