import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import VisionErrors

/// The local web page, which runs the tasks on a camera, images and videos in a browser.
///
/// ```swift
/// try await Studio().run { print("Open \($0)") }
/// ```
///
/// The page's files are embedded in the program and nothing is fetched from the network. Uploads are stored in a private
/// temporary folder that is deleted at the end.
public struct Studio: Sendable {
  private let options: StudioOptions
  private let token: String

  /// Validates the options.
  ///
  /// - Parameter options: Address, access and limits.
  /// - Throws: `TasksError` with `invalidArgumentError` for invalid or conflicting options.
  public init(options: StudioOptions = StudioOptions()) throws {
    try options.validate()
    self.options = options
    token = options.token ?? RandomToken.make()
  }

  /// Serves the page until the Swift task is cancelled or the process receives SIGINT or SIGTERM.
  ///
  /// - Parameters:
  ///   - onReady: Receives the address, including the token, once the server listens.
  ///   - open: Receives a private HTML file that redirects to the page, so that the token is not in a program's arguments. The
  ///     file is deleted after a minute. Nil, the default, for none.
  /// - Throws: `TasksError` with `unavailableError` when the address or port cannot be used, `permissionDeniedError` when no
  ///   temporary folder can be created.
  public func run(
    onReady: @escaping @Sendable (URL) -> Void = { _ in }, openingWith open: (@Sendable (URL) -> Void)? = nil
  ) async throws {
    let folder = try PrivateFolder()
    defer { folder.remove() }
    let visits = SessionStore(
      folder: folder, limits: options.limits, catalog: options.catalog, worker: options.workerExecutable)
    var logger = Logger(label: "vision studio")
    logger.logLevel = .critical
    let port = ListeningPort()
    let connections = ConnectionTable(limits: options.limits)
    let application = Application(
      router: StudioRouter(options: options, token: token, port: port, visits: visits).router,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [ConnectionWatch(table: connections)], idleTimeout: .seconds(120),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16_384, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100))),
      configuration: ApplicationConfiguration(
        address: .hostname(options.host, port: options.port)),
      onServerRunning: { channel in
        port.number = channel.localAddress?.port ?? options.port
        guard let url = address(port: port.number) else { return }
        onReady(url)
        if let open { BrowserLaunchFile(in: folder, to: url)?.open(with: open) }
      },
      logger: logger)
    let sweeping = Task { await Self.sweep(visits) }
    defer { sweeping.cancel() }
    do {
      try await Self.serve(application, logger: logger)
    } catch let error as IOError {
      throw TasksError(
        .unavailableError,
        "\(options.host), port \(options.port), cannot be used: \(error.localizedDescription). Choose another with --port, "
          + "or 0 for any free port.")
    }
    await visits.closeAll()
  }

  /// Runs the server until a signal or the task's cancellation, both of which shut it down gracefully.
  ///
  /// Cancelling the server's own task would drop accepted connections that are not served yet, on which NIO traps (swift-nio,
  /// issue 2637).
  private static func serve(_ application: some ApplicationProtocol, logger: Logger) async throws {
    var configuration = ServiceGroupConfiguration(
      services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(5)
    let group = ServiceGroup(configuration: configuration)
    // Unstructured, so that this task's cancellation does not propagate.
    let serving = Task { try await group.run() }
    try await withTaskCancellationHandler {
      try await serving.value
    } onCancel: {
      Task { await group.triggerGracefulShutdown() }
    }
  }

  /// Ends idle sessions every ten seconds, until cancelled.
  private static func sweep(_ visits: SessionStore) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(10))
      await visits.sweep()
    }
  }

  /// The address for a browser; 127.0.0.1 if the server listens on all interfaces.
  private func address(port: Int) -> URL? {
    let name = ["0.0.0.0", "::"].contains(options.host) ? "127.0.0.1" : options.host
    var components = URLComponents()
    components.scheme = "http"
    components.host = name.contains(":") ? "[\(name)]" : name
    components.port = port
    components.path = "/"
    components.queryItems = [URLQueryItem(name: "token", value: token)]
    return components.url
  }
}
