import Hummingbird
import Logging
import NIOCore
import VisionHTTP
import VisionTasks

/// Gives each request an ID, and notes how it ended in the log and the metrics. The outermost middleware.
struct RequestLog: RouterMiddleware {
  private static let maxPathLength = 256

  let metrics: ServerMetrics
  let logger: Logger
  let which: AccessLog

  func handle(_ request: Request, context: ServerContext, next: NextHandler<ServerContext>) async throws -> Response {
    let start = ContinuousClock.now
    let identity = RequestIdentity(request)
    metrics.begin()
    var response: Response
    do {
      response = try await next(request, context)
    } catch {
      // Expected errors have become responses already.
      logger.error("\(error)", metadata: ["request_id": "\(identity.id)"])
      response = try JSONResponse.make(["error": "An internal error occurred."], status: .internalServerError)
    }
    response.headers[named: RequestIdentity.fieldName] = identity.id
    let (status, duration) = (response.status, ContinuousClock.now - start)
    let record = context.record.withLock { $0 }
    let outcome = record.isCancelled ? .cancelled : ServerMetrics.Outcome(status)
    metrics.end(model: record.model, work: record.work, outcome: outcome, duration: duration)
    // The route's path, not the client's: that may have a stream's name.
    var fields: Logger.Metadata = [
      "request_id": "\(identity.id)", "method": "\(request.method.rawValue.prefix(16))",
      "route": "\(context.endpointPath ?? "none")", "status": .stringConvertible(status.code),
      "outcome": "\(outcome.rawValue)",
      "milliseconds": .stringConvertible((duration / .milliseconds(1) * 1000).rounded() / 1000),
      "client": "\(context.channel.remoteAddress?.ipAddress ?? "local")",
    ]
    // Without the query, which may have secrets.
    if context.endpointPath == nil { fields["path"] = "\(request.uri.path.prefix(Self.maxPathLength))" }
    if let trace = identity.trace { fields["trace_id"] = "\(trace)" }
    if let model = record.model { fields["model"] = "\(model)" }
    // Probes and scrapes would fill the log.
    let isNoted =
      switch which {
      case .all: true
      case .work: record.work != .none || status.code >= 400
      case .none: false
      }
    logger.log(level: isNoted ? .info : .debug, "request", metadata: fields)
    return response
  }
}

enum AccessLog: String, CaseIterable, Sendable {
  /// Requests that ran a task, and those that failed.
  case work
  case all
  case none
}

struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channel: any Channel
  let record = Locked(RequestRecord())

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

struct RequestRecord: Sendable {
  var model: String?
  var work = ServerMetrics.Work.none
  var isCancelled = false
}

struct RequestIdentity: Sendable, Hashable {
  static let fieldName = "X-Request-Id"
  private static let maxLength = 128

  /// The client's ID, else the trace's, else a random one.
  let id: String
  let trace: String?

  init(_ request: Request) {
    let given = request.headers[named: Self.fieldName]
    trace = request.headers[.traceparent].flatMap(Self.trace)
    id = given.flatMap { Self.isID($0) ? $0 : nil } ?? trace ?? RandomToken.make()
  }

  private static func isID(_ text: String) -> Bool {
    (1...maxLength).contains(text.utf8.count) && text.isPlain(or: "-_.:")
  }

  /// The trace's ID in `00-TRACE-PARENT-FLAGS`; nil for another form.
  private static func trace(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, parts.map(\.utf8.count) == [2, 32, 16, 2], parts[0] == "00" else { return nil }
    let isHexadecimal = parts.joined().utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    let isSet = parts[1...2].allSatisfy { $0.contains { $0 != "0" } }
    return isHexadecimal && isSet ? String(parts[1]) : nil
  }
}

struct JSONLogHandler: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var write: @Sendable (Data) -> Void = { StandardError.write($0) }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var fields = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
      .mapValues(OptionValue.init)
    fields["time"] = .text(Date().ISO8601Format(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    fields["level"] = .text(event.level.rawValue)
    fields["message"] = .text("\(event.message)")
    // Texts and finite numbers always have a form in JSON.
    guard let line = try? JSONEncoder.response().encode(fields) else { return }
    write(line + Data("\n".utf8))
  }
}

extension OptionValue {
  /// A value in a line of the log: numbers are numbers, everything else is text.
  fileprivate init(_ value: Logger.Metadata.Value) {
    switch value {
    case .stringConvertible(let value as Int): self = .number(Double(value))
    case .stringConvertible(let value as Double) where value.isFinite: self = .number(value)
    default: self = .text("\(value)")
    }
  }
}
