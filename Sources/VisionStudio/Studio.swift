internal import CVisionSandbox
import Logging
import VisionHTTP

/// The local web page, which runs the tasks on a camera, images and videos in a browser.
///
/// ```swift
/// try await Studio().run { print("Open \($0)") }
/// ```
///
/// The page's files are embedded in the program. Only models that a visitor asks for are fetched from the network.
/// Uploads are stored in a private temporary folder that is deleted at the end.
public struct Studio: Sendable {
  private let options: StudioOptions
  private let token: String

  /// Validates the options.
  ///
  /// - Parameter options: Address, access and limits.
  /// - Throws: `TasksError` with `invalidArgumentError` for invalid or conflicting options.
  public init(options: StudioOptions = StudioOptions()) throws {
    try options.address.validate()
    self.options = options
    token = options.token ?? RandomToken.make()
  }

  /// Hides this process's memory and environment, which hold the token, from other programs of this user; on Linux.
  @discardableResult package static func hideProcess() -> Bool { vision_process_hide() }

  /// Serves the page until the Swift task is cancelled or the process receives SIGINT, SIGTERM or SIGHUP.
  ///
  /// - Parameters:
  ///   - onReady: Receives the address, including the token, once the server listens.
  ///   - open: Receives a private HTML file that redirects to the page, so that the token is not in a program's
  ///     arguments. The file is deleted after a minute. Nil, the default, for none.
  /// - Throws: `TasksError` with `unavailableError` when the address or port cannot be used, `permissionDeniedError`
  ///   when no temporary folder can be created.
  public func run(
    onReady: @escaping @Sendable (URL) -> Void = { _ in }, openingWith open: (@Sendable (URL) -> Void)? = nil
  ) async throws {
    PrivateFolder.removeAbandoned()
    let folder = try PrivateFolder()
    defer { folder.remove() }
    let visits = SessionStore(folder: folder, options: options)
    var logger = Logger(label: "vision studio", factory: { StreamLogHandler.standardError(label: $0) })
    let connections = try ConnectionTable(fitting: options.limits.connections, logger: logger)
    // The library's messages would stand between the command's.
    logger.logLevel = .critical
    let port = Locked(0)
    let service = HTTPService(address: options.address, connections: connections, stopSeconds: 5)
    let sweeping = Task { await repeating(every: .seconds(10)) { await visits.sweep() } }
    defer { sweeping.cancel() }
    try await service.run(
      StudioRouter(options: options, token: token, port: port, visits: visits).router, logger: logger
    ) { number in
      port.withLock { $0 = number }
      guard let url = url(port: number) else { return }
      onReady(url)
      if let open { Self.launch(url, in: folder, with: open) }
    }
    await visits.closeAll()
  }

  private func url(port: Int) -> URL? {
    var components = options.address.url(port: port)
    components.queryItems = [URLQueryItem(name: "token", value: token)]
    return components.url
  }

  /// Opens an HTML file that redirects a browser to the page. Unlike a program's arguments, only this user can read it.
  private static func launch(_ address: URL, in folder: PrivateFolder, with open: @Sendable (URL) -> Void) {
    let file = folder.newFile(ending: "html")
    // Safe to embed: the token has letters, digits, - and _ only, and the host was parsed.
    let page = """
      <!doctype html><meta charset="utf-8"><title>Vision Studio</title>
      <meta http-equiv="refresh" content="0;url=\(address.absoluteString)">
      <a href="\(address.absoluteString)">Vision Studio</a>

      """
    let isWritten = FileManager.default.createFile(
      atPath: file.path, contents: Data(page.utf8), attributes: [.posixPermissions: 0o600])
    // Without the file there is still the address that was printed.
    guard isWritten else { return }
    open(file)
    // Browsers may take a while to start.
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(60)) { try? FileManager.default.removeItem(at: file) }
  }
}
