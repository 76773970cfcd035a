import Foundation
import HTTPTypes
import Hummingbird
import VisionCore

/// Converts errors into JSON responses: `{"error": {"code": …, "message": …}}`, or `{"error": "…"}` where a protocol says so.
package struct ErrorMiddleware<Context: RequestContext>: RouterMiddleware {
  private struct PlainReport: Encodable {
    let error: String
  }

  private let invalid: HTTPResponse.Status
  private let isPlain: @Sendable (Request) -> Bool

  /// - Parameters:
  ///   - invalid: The status of requests that are not allowed; 422 by default.
  ///   - isPlain: Whether the response to a request has the message only; false by default.
  package init(
    invalid: HTTPResponse.Status = .unprocessableContent,
    isPlain: @escaping @Sendable (Request) -> Bool = { _ in false }
  ) {
    self.invalid = invalid
    self.isPlain = isPlain
  }

  package func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as TasksError {
      return try response(error, status: error.code.status(invalid: invalid), to: request)
    } catch let error as DecodingError {
      return try response(TasksError.invalidArgument(Self.text(of: error)), status: .badRequest, to: request)
    } catch is CancellationError {
      // The client is gone, or the server stops: only the latter's client can read this.
      return try response(
        TasksError(.unavailableError, "The request was cancelled."), status: .serviceUnavailable, to: request)
    } catch let error as any HTTPResponseError {
      let known = error as? HTTPError
      let report = TasksError(.invalidArgumentError, known?.body ?? "\(error.status.reasonPhrase).")
      var response = try response(report, status: error.status, to: request)
      response.headers.append(contentsOf: known?.headers ?? [:])
      return response
    }
  }

  private func response(
    _ error: TasksError, status: HTTPResponse.Status, to request: Request
  ) throws -> Response {
    var response =
      isPlain(request)
      ? try JSONResponse.make(PlainReport(error: error.message), status: status)
      : try JSONResponse.make(ErrorReport(error), status: status)
    // What is used up is free again soon: requests take fractions of a second.
    if status == .serviceUnavailable { response.headers[.retryAfter] = "1" }
    if status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
    return response
  }

  /// Names the invalid place in the JSON, without the decoder's own text.
  private static func text(of error: DecodingError) -> String {
    let path: [any CodingKey]
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      path = context.codingPath
    case .keyNotFound(let key, let context): path = context.codingPath + [key]
    @unknown default: path = []
    }
    let place = path.reduce("") { text, key in
      key.intValue.map { "\(text)[\($0)]" } ?? (text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)")
    }
    return place.isEmpty
      ? "The request is not valid JSON of the expected form."
      : "The request's \(place.prefix(80)) is missing or has the wrong type."
  }
}
