import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import VisionErrors

/// Runs an HTTP/1.1 server until a signal or the cancellation of the Swift task, both of which shut it down gracefully: it accepts
/// no new connections and finishes the requests that it has.
package struct HTTPService {
  /// Where it listens.
  package let address: ListeningAddress
  /// The open connections, with their limits.
  package let connections: ConnectionTable
  /// How long requests may take to finish after the signal, in seconds.
  package let stopSeconds: Double

  package init(address: ListeningAddress, connections: ConnectionTable, stopSeconds: Double) {
    self.address = address
    self.connections = connections
    self.stopSeconds = stopSeconds
  }

  /// Runs the server.
  ///
  /// - Parameters:
  ///   - router: The routes.
  ///   - logger: Receives the server's own messages.
  ///   - onReady: Receives the port once the server listens.
  /// - Throws: `TasksError` with `unavailableError` when the address or port cannot be used.
  package func run<Context: RequestContext>(
    _ router: Router<Context>, logger: Logger, onReady: @escaping @Sendable (Int) -> Void
  ) async throws where Context.Source == ApplicationRequestContextSource {
    let (address, connections) = (address, connections)
    let application = Application(
      router: router,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [ConnectionWatch(table: connections)], idleTimeout: .seconds(120),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16_384, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100))),
      configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
      onServerRunning: { channel in onReady(channel.localAddress?.port ?? address.port) },
      logger: logger)
    do {
      try await serve(application, logger: logger)
    } catch let error as IOError {
      throw address.unusable(error)
    }
  }

  /// Cancelling the server's own task would drop accepted connections that are not served yet, on which NIO traps (swift-nio,
  /// issue 2637).
  private func serve(_ application: some ApplicationProtocol, logger: Logger) async throws {
    var configuration = ServiceGroupConfiguration(
      services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(stopSeconds)
    let group = ServiceGroup(configuration: configuration)
    // Unstructured, so that this task's cancellation does not propagate.
    let serving = Task { try await group.run() }
    try await withTaskCancellationHandler {
      try await serving.value
    } onCancel: {
      Task { await group.triggerGracefulShutdown() }
    }
  }
}
