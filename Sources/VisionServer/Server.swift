import Logging
import VisionCatalog
import VisionHTTP

/// The server: models by the Open Inference Protocol, and images as plain requests.
/// ```
/// request → MessageRules → TokenGuard → MethodGuard → route → body → JobQueue (503: full, or waited too long)
///   → a session: decode → task → encode, within MemoryBudget → response
/// ```
package struct Server: Sendable {
  private let options: ServerOptions
  private let catalog: ModelCatalog
  private let token: String?

  package init(options: ServerOptions, catalog: ModelCatalog = ModelCatalog()) throws {
    try options.validate()
    (self.options, self.catalog) = (options, catalog)
    token = options.needsNoToken ? nil : options.token ?? RandomToken.make()
  }

  package struct Ready: Sendable {
    /// The server's address; for a Unix socket that of a host of the same requests.
    package let url: URL
    /// The address for people: that, or the socket's path.
    package let address: String
    package let token: String?
    /// Whether the token is a random one, which has to be shown to the user.
    package let hasRandomToken: Bool
    package let models: [String]
    package let shares: String
  }

  /// Serves until the Swift task is cancelled or a signal; then finishes its requests. `onReady`: it listens.
  package func run(onReady: @escaping @Sendable (Ready) -> Void = { _ in }) async throws {
    let logger = logger
    let models = try ServedModels(options, catalog: catalog) { name in
      WarningSink { logger.warning("\($0)", metadata: ["model": "\(name)"]) }
    }
    let names = models.all.map(\.name)
    let (parts, shares) = try parts(models, logger: logger)
    for model in models.all {
      for warning in try model.warnings() { logger.warning("\(warning)", metadata: ["model": "\(model.name)"]) }
    }
    let (address, token, isRandom) = (options.address, token, options.token == nil)
    let router = RouteTable(parts).router(
      token: token, acceptsAnyName: address.allowsRemote, metrics: parts.metrics, logger: logger,
      accessLog: AccessLog(rawValue: options.accessLog) ?? .work)
    let queue = parts.service.pool.queue
    let background = [
      Task { await repeating(every: .milliseconds(50)) { queue.expire() } },
      Task { await repeating(every: .seconds(min(options.streamSeconds, 10))) { await parts.streams.sweep() } },
    ]
    defer { for task in background { task.cancel() } }
    var service = HTTPService(address: address, connections: parts.connections, stopSeconds: options.stopSeconds)
    service.drainSeconds = options.drainSeconds
    service.onDrain = { [readiness = parts.readiness] in
      readiness.withLock { $0 = false }
      logger.notice("draining")
    }
    // The server library's own messages, of which only failures are of interest.
    var failures = logger
    failures.logLevel = max(logger.logLevel, .error)
    try await service.run(router, logger: failures) { port in
      logger.notice(
        "ready",
        metadata: [
          address.socket == nil ? "port" : "socket": "\(address.socket ?? "\(port)")",
          "models": "\(names.joined(separator: ","))", "shares": "\(shares)",
        ])
      guard let url = address.url(port: port).url else { return }
      onReady(
        Ready(
          url: url, address: address.socket.map { "unix:\($0)" } ?? url.absoluteString, token: token,
          hasRandomToken: isRandom && token != nil, models: names, shares: shares))
    }
    logger.notice("stopped")
  }

  private func parts(_ models: ServedModels, logger: Logger) throws -> (ServerParts, shares: String) {
    let metrics = ServerMetrics(models: models.all.map(\.name))
    var plan = MemoryPlan(options, used: 0)
    let pool = try InferencePool(models, options: options, metrics: metrics) {
      plan = MemoryPlan(options, used: ProcessMemory.residentBytes ?? 0)
      return MemoryBudget(limit: plan.memory)
    }
    let connections = try ConnectionTable(fitting: options.connectionLimits, logger: logger)
    let shares =
      "\(ProcessResources.current.text): \(pool.size.counted("session")), \(plan.memory.megabytes) for requests, "
      + "\(plan.streams.counted("stream")), \(connections.limits.connections.counted("connection"))"
    let parts = ServerParts(
      options: options, models: models,
      service: InferenceService(pool: pool, metrics: metrics, pixelLimit: options.pixels),
      streams: StreamStore(limit: plan.streams, idleSeconds: options.streamSeconds, pool: pool),
      connections: connections)
    return (parts, shares)
  }

  private var logger: Logger {
    let level = Logger.Level(rawValue: options.logLevel) ?? .info
    return Logger(label: "vision serve", factory: { _ in JSONLogHandler(logLevel: level) })
  }
}
