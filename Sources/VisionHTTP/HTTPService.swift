// The types of this module's interface: files and errors.
@_exported import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
@_exported import VisionCore

/// Runs an HTTP/1.1 server until a signal or the cancellation of the Swift task; it finishes the requests that it has.
package struct HTTPService {
  /// The maximum number of connections that are accepted before others are closed.
  private static let closing = 8

  private let address: ListeningAddress
  private let connections: ConnectionTable
  private let stopSeconds: Double
  /// How long the server accepts connections after the signal, in seconds, so that load balancers learn that it ends.
  package var drainSeconds = 0.0
  package var onDrain: @Sendable () -> Void = {}

  package init(address: ListeningAddress, connections: ConnectionTable, stopSeconds: Double) {
    (self.address, self.connections, self.stopSeconds) = (address, connections, stopSeconds)
  }

  package func run<Context: RequestContext>(
    _ router: Router<Context>, logger: Logger, onReady: @escaping @Sendable (Int) -> Void
  ) async throws where Context.Source == ApplicationRequestContextSource {
    let (address, connections) = (address, connections)
    let madeSocket = Locked(false)
    let application = Application(
      router: router,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [ConnectionWatch(table: connections)], idleTimeout: .seconds(120),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: MessageRules.maxHeaderField, maxHeaderListSize: MessageRules.maxHeaderList,
            maxHeaderFieldCount: MessageRules.maxHeaderCount))),
      configuration: ApplicationConfiguration(
        address: address.socket.map { .unixDomainSocket(path: $0) } ?? .hostname(address.host, port: address.port),
        // Beyond the limit each connection closes another one; more of them at once would take the descriptors of that.
        availableConnectionsDelegate: MaximumAvailableConnections(connections.limits.connections + Self.closing)),
      onServerRunning: { channel in
        // The token guards it, too. Where this fails the umask has decided.
        if let path = address.socket { chmod(path, 0o600) }
        madeSocket.withLock { $0 = true }
        onReady(channel.localAddress?.port ?? address.port)
      },
      logger: logger)
    try await checkSocket()
    defer { if let path = address.socket, madeSocket.withLock({ $0 }) { unlink(path) } }
    do {
      try await serve(application, logger: logger)
    } catch let error as IOError {
      throw address.unusable(code: error.errnoCode)
    } catch is SocketAddressError.UnknownHost {
      throw address.unusable("the name is unknown; choose an address of this machine with --host")
    } catch let error as SocketAddressError {
      throw address.unusable("\(error)")
    } catch is UnixDomainSocketPathWrongType {
      throw address.unusable("there is a file of that name")
    }
  }

  /// Refuses a socket that another server listens on: the library would replace it.
  private func checkSocket() async throws {
    guard let path = address.socket else { return }
    let client = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
    // Nobody answers at a socket that is left over.
    guard let channel = try? await client.connect(unixDomainSocketPath: path).get() else { return }
    channel.close(promise: nil)
    throw address.unusable("another server uses it")
  }

  /// Cancelling the server's own task would drop accepted connections, on which NIO traps (swift-nio, issue 2637).
  private func serve(_ application: some ApplicationProtocol, logger: Logger) async throws {
    // Services end in reverse order: the application when the other one has.
    var configuration = ServiceGroupConfiguration(
      services: [application, DrainService(seconds: drainSeconds, connections: connections, onDrain: onDrain)],
      gracefulShutdownSignals: [.sigterm, .sigint] + (ProcessSignals.isIgnored(SIGHUP) ? [] : [.sighup]),
      logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(stopSeconds + drainSeconds)
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

/// Calls work now and then, until the Swift task is cancelled.
package func repeating(every interval: Duration, _ work: () async -> Void) async {
  // Sleeping ends with the cancellation.
  while (try? await Task.sleep(for: interval)) != nil { await work() }
}

private struct DrainService: Service {
  let seconds: Double
  let connections: ConnectionTable
  let onDrain: @Sendable () -> Void

  func run() async throws {
    // Cancelled when the application ends by itself, which reports why.
    do { try await gracefulShutdown() } catch { return }
    connections.isEnding.withLock { $0 = true }
    onDrain()
    try? await Task.sleep(for: .seconds(seconds))
  }
}
