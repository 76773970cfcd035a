import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import VisionErrors

/// The local web page: recognizes gestures, poses and objects of a camera, of pictures and of videos in a browser.
///
/// ```swift
/// try await Studio().run { print("Open \($0)") }
/// ```
///
/// One process and no network: the page's files are part of the program. What visitors bring is kept in a private temporary
/// folder that is removed at the end.
public struct Studio: Sendable {
  private let options: StudioOptions
  private let token: String

  /// Prepares the page.
  ///
  /// - Parameter options: Where it is served and for whom.
  /// - Throws: `TasksError` with `invalidArgumentError` for options that are not allowed or do not go together.
  public init(options: StudioOptions = StudioOptions()) throws {
    try options.validate()
    self.options = options
    token = options.token ?? RandomToken.make()
  }

  /// Serves the page until the task is cancelled or the process is told to end (SIGINT, SIGTERM).
  ///
  /// - Parameters:
  ///   - onReady: Gets the address with the token as soon as it answers.
  ///   - open: Gets a private file that leads a browser to the page, so that the token is in no program's arguments. The file is
  ///     removed after a minute. Nil, the default, for none.
  /// - Throws: `TasksError` with `unavailableError` when the address or port cannot be used, `permissionDeniedError` when no
  ///   temporary folder can be made.
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
    let connections = ConnectionBook(limits: options.limits)
    let application = Application(
      router: StudioRouter(options: options, token: token, port: port, visits: visits).router,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [ConnectionWatch(book: connections)], idleTimeout: .seconds(120),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 16_384, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100))),
      configuration: ApplicationConfiguration(
        address: .hostname(options.host, port: options.port)),
      onServerRunning: { channel in
        port.number = channel.localAddress?.port ?? options.port
        guard let url = address(port: port.number) else { return }
        onReady(url)
        if let open { Entrance(in: folder, to: url)?.lead(with: open) }
      },
      logger: logger)
    let sweeping = Task { await Self.sweep(visits) }
    defer { sweeping.cancel() }
    do {
      try await Self.serve(application, logger: logger)
    } catch let error as IOError {
      throw TasksError(
        .unavailableError,
        "\(options.host), port \(options.port), cannot be used: \(error.localizedDescription). Name another with --port, "
          + "or 0 for any free one.")
    }
    await visits.closeAll()
  }

  /// Runs the server until it is asked to end, by a signal or by the task's cancellation.
  ///
  /// Cancellation is turned into the same orderly end as a signal's. A server task that is cancelled itself drops the connections
  /// that are accepted and not served yet, and NIO ends the process when one of those is dropped (swift-nio, issue 2637).
  private static func serve(_ application: some ApplicationProtocol, logger: Logger) async throws {
    var configuration = ServiceGroupConfiguration(
      services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(5)
    let group = ServiceGroup(configuration: configuration)
    // Not a child of this task, which may be cancelled.
    let serving = Task { try await group.run() }
    try await withTaskCancellationHandler {
      try await serving.value
    } onCancel: {
      Task { await group.triggerGracefulShutdown() }
    }
  }

  /// Ends the visits of pages that were closed without a word, until cancelled.
  private static func sweep(_ visits: SessionStore) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(10))
      await visits.sweep()
    }
  }

  /// The address for a browser. Nobody opens 0.0.0.0; there the machine's own name for itself stands for it.
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
