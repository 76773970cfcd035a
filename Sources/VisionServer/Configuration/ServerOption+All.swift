import Logging

extension ServerOption {
  /// All options, in the order of help. A new option is a property of `ServerOptions` and a line here.
  package static let all: [ServerOption] = [
    text("host", \.host, "The address to listen on; any but a loopback address needs --allow-remote.", value: "host"),
    integer("port", \.port, 0...65_535, "The port; 0 for any free port."),
    text("socket", \.socket, "A Unix socket to listen on in place of host and port.", value: "path"),
    toggle(
      "allow-remote", \.allowsRemote, "Allow access from other machines. Traffic is not encrypted; use an HTTPS proxy."),
    text(
      "token", \.token,
      "The access token, at least 12 letters and digits (default: a random one). Other users of this machine can see flags, unlike variables.",
      value: "token"),
    toggle(
      "no-token", \.needsNoToken, "Accept requests without a token, on a loopback address; for a proxy on this machine."
    ),
    list(
      "model", \.models,
      "A served model, [NAME=]TASK[:MODEL][?OPTION=VALUE&…] (default: every task whose default model is fetched). May be repeated.",
      value: "model"),
    text("model-folder", \.modelFolder, "A folder whose .task and .tflite files --model may name.", value: "folder"),
    integer(
      "sessions", \.sessions, 1...ServerOptions.maxSessions, "Inferences at a time, each on one thread.",
      defaultText: "one per core"),
    integer("queue", \.queue, 0...10_000, "Images that may wait for a session; further requests get status 503."),
    seconds(
      "queue-seconds", \.queueSeconds, from: 0.01, "How long an image may wait; then its request gets status 503."),
    integer("max-bytes", \.requestBytes, 1...1_000_000_000, "Maximum bytes of a request."),
    integer("max-pixels", \.pixels, 1...1_000_000_000, "Maximum pixels of an image."),
    integer("max-images", \.images, 1...1000, "Maximum images of a request."),
    integer(
      "max-memory", \.memory, 1_000_000...1_000_000_000_000,
      "Memory for the bodies, pixels and tensors of all requests, in bytes.",
      defaultText: "1000000000, less in a small machine or container"),
    integer(
      "streams", \.streams, 0...1000, "Maximum streams of frames, each with its own task.",
      defaultText: "16, fewer in a small machine or container"),
    seconds("stream-seconds", \.streamSeconds, from: 0.1, "The time after which an idle stream ends."),
    integer(
      "connections", \.connections, 1...100_000,
      "Maximum open connections, fewer with a low limit of open files; the one that is idle longest gives way."),
    seconds(
      "drain-seconds", \.drainSeconds, from: 0,
      "How long after SIGTERM the server says that it is not ready, and still accepts requests."),
    seconds("stop-seconds", \.stopSeconds, from: 1, "How long requests may take to finish after that."),
    text(
      "log-level", \.logLevel, "The lowest level of messages on standard error.", value: "level",
      choices: Logger.Level.allCases.map(\.rawValue)),
    text(
      "access-log", \.accessLog,
      "The requests in the log: work (tasks and failures), all (also probes), or none.", value: "which",
      choices: AccessLog.allCases.map(\.rawValue)),
  ]
}
