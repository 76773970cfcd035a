import HTTPTypes
import Hummingbird
import Logging
import VisionCore
import VisionHTTP

/// Gives each request an ID, and notes how it ended in the log and the metrics. The outermost middleware.
struct RequestLog: RouterMiddleware {
  typealias Context = ServerContext

  /// The maximum length of an unknown path in the log.
  private static let maxPathLength = 256

  let metrics: ServerMetrics
  let logger: Logger
  /// Which requests are noted.
  let which: AccessLog

  func handle(
    _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let identity = RequestIdentity(request)
    metrics.begin()
    var response: Response
    do {
      response = try await next(request, context)
    } catch {
      // Expected errors have become responses already.
      logger.error("\(error)", metadata: ["request_id": "\(identity.id)"])
      let report = ["error": "An internal error occurred."]
      response = try JSONResponse.make(report, status: .internalServerError)
    }
    if let field = RequestIdentity.field { response.headers[field] = identity.id }
    note(request, response.status, context, identity, ContinuousClock.now - start)
    return response
  }

  private func note(
    _ request: Request, _ status: HTTPResponse.Status, _ context: ServerContext, _ identity: RequestIdentity,
    _ duration: Duration
  ) {
    let outcome = outcome(of: status, context)
    metrics.end(
      model: context.record.model, outcome: context.record.isInference || outcome == .refused ? outcome : nil,
      duration: duration)
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
    if let model = context.record.model { fields["model"] = "\(model)" }
    // Probes and scrapes would fill the log.
    let isNoted =
      switch which {
      case .all: true
      case .work: context.record.isInference || status.code >= 400
      case .none: false
      }
    logger.log(level: isNoted ? .info : .debug, "request", metadata: fields)
  }

  private func outcome(of status: HTTPResponse.Status, _ context: ServerContext) -> ServerMetrics.Outcome {
    context.record.isCancelled ? .cancelled : ServerMetrics.Outcome(status)
  }
}
