import HTTPTypes
import Hummingbird
import Logging
import VisionErrors
import VisionHTTP

/// Gives each request an ID, and notes how it ended in the log and the metrics. The outermost middleware.
struct RequestLog: RouterMiddleware {
  typealias Context = ServerContext

  let metrics: ServerMetrics
  let logger: Logger

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
    // The route's path, not the client's: that may be long and have a stream's name.
    var fields: Logger.Metadata = [
      "request_id": "\(identity.id)", "method": "\(request.method.rawValue.prefix(16))",
      "route": "\(context.endpointPath ?? "none")", "status": "\(status.code)", "outcome": "\(outcome.rawValue)",
      "milliseconds": "\((duration / .milliseconds(1) * 1000).rounded() / 1000)",
    ]
    if let trace = identity.trace { fields["trace_id"] = "\(trace)" }
    if let model = context.record.model { fields["model"] = "\(model)" }
    // Probes and scrapes would fill the log.
    logger.log(level: context.record.isInference || status.code >= 400 ? .info : .debug, "request", metadata: fields)
  }

  private func outcome(of status: HTTPResponse.Status, _ context: ServerContext) -> ServerMetrics.Outcome {
    context.record.isCancelled ? .cancelled : ServerMetrics.Outcome(status)
  }
}
