import Foundation
import Logging
import VisionCatalog
import VisionHTTP

/// The server: models by the Open Inference Protocol, and images as plain requests.
package struct Server: Sendable {
  private let options: ServerOptions
  private let catalog: ModelCatalog
  private let token: String?

  /// Checks the options.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - catalog: The catalog of models; by default the user's.
  /// - Throws: `TasksError` with `invalidArgumentError`.
  package init(options: ServerOptions, catalog: ModelCatalog = ModelCatalog()) throws {
    try options.validate()
    self.options = options
    self.catalog = catalog
    token = options.needsNoToken ? nil : options.token ?? RandomToken.make()
  }

  /// What a client needs.
  package struct Ready: Sendable {
    /// The server's address.
    package let url: URL
    /// The token; nil when none is needed.
    package let token: String?
    /// Whether the token is a random one, which has to be shown to the user.
    package let hasRandomToken: Bool
    /// The names of the served models.
    package let models: [String]
  }

  /// Opens the models and serves them until the Swift task is cancelled or the process receives SIGINT or SIGTERM. Then it accepts
  /// no new connections, finishes the requests that it has, and returns.
  ///
  /// - Parameter onReady: Called once the server listens.
  /// - Throws: `TasksError` for a model that is missing or unusable, and with `unavailableError` when the address or port cannot be
  ///   used.
  package func run(onReady: @escaping @Sendable (Ready) -> Void = { _ in }) async throws {
    let logger = logger
    let models = try ServedModels(options, catalog: catalog)
    let names = models.all.map(\.name)
    let parts = try parts(models)
    let (address, token, isRandom) = (options.address, token, options.token == nil)
    let router = RouteTable(parts).router(
      token: token, acceptsAnyName: !address.isLoopback, metrics: parts.metrics, logger: logger)
    let background = [
      Task { await parts.service.pool.expire() }, Task { await parts.streams.sweepRepeatedly() },
    ]
    defer { for task in background { task.cancel() } }
    let service = HTTPService(address: address, connections: parts.connections, stopSeconds: options.stopSeconds)
    try await service.run(router, logger: Self.quiet(logger)) { port in
      logger.notice("ready", metadata: ["port": "\(port)", "models": "\(names.joined(separator: ","))"])
      guard let url = address.url(port: port).url else { return }
      onReady(Ready(url: url, token: token, hasRandomToken: isRandom && token != nil, models: names))
    }
    logger.notice("stopped")
  }

  private func parts(_ models: ServedModels) throws -> ServerParts {
    let metrics = ServerMetrics(models: models.all.map(\.name))
    let pool = try InferencePool(models, options: options, metrics: metrics)
    let memory = MemoryBudget(limit: options.memory)
    return ServerParts(
      options: options, models: models,
      service: InferenceService(
        pool: pool, metrics: metrics, pixelLimit: options.decodedPixels, memory: memory,
        memorySeconds: options.queueSeconds),
      metrics: metrics, memory: memory, streams: StreamStore(options, pool: pool),
      connections: ConnectionTable(limits: options.connectionLimits))
  }

  private var logger: Logger {
    let level = Logger.Level(rawValue: options.logLevel) ?? .info
    return Logger(label: "vision serve", factory: { _ in JSONLogHandler(logLevel: level) })
  }

  /// The server library's own messages, of which only failures are of interest.
  private static func quiet(_ logger: Logger) -> Logger {
    var logger = logger
    logger.logLevel = max(logger.logLevel, .error)
    return logger
  }
}
