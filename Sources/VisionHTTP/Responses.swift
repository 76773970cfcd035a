import HTTPTypes
import Hummingbird

extension JSONEncoder {
  package static func response(keys: KeyEncodingStrategy = .useDefaultKeys) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = keys
    return encoder
  }
}

/// What a middleware passes a request on to.
package typealias NextHandler<Context> = (Request, Context) async throws -> Response

extension Response {
  /// A response of bytes with status 200.
  package init(_ bytes: ByteBuffer, type: String) {
    self.init(status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: bytes))
  }
}

package enum JSONResponse {
  package static func make(
    _ value: some Encodable, keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys, status: HTTPResponse.Status = .ok
  ) throws -> Response { make(json: try JSONEncoder.response(keys: keys).encode(value), status: status) }

  package static func make(json: Data, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }
}

/// Converts errors into JSON responses: `{"error": {"code": …, "message": …}}`, or `{"error": "…"}` where a protocol
/// says so.
package struct ErrorMiddleware<Context: RequestContext>: RouterMiddleware {
  private let invalid: HTTPResponse.Status
  private let isPlain: @Sendable (Request) -> Bool

  /// Requests that are not allowed get the status `invalid`; responses to plain ones have the message only.
  package init(
    invalid: HTTPResponse.Status = .unprocessableContent,
    isPlain: @escaping @Sendable (Request) -> Bool = { _ in false }
  ) { (self.invalid, self.isPlain) = (invalid, isPlain) }

  package func handle(_ request: Request, context: Context, next: NextHandler<Context>) async throws -> Response {
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

  private func response(_ error: TasksError, status: HTTPResponse.Status, to request: Request) throws -> Response {
    var response =
      isPlain(request)
      ? try JSONResponse.make(["error": error.message], status: status)
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

extension TasksErrorCode {
  package func status(invalid: HTTPResponse.Status) -> HTTPResponse.Status {
    switch self {
    // MediaPipe's code for a bundle that is not a zip archive is `unknownError`.
    case .invalidArgumentError, .dataLossError, .unimplementedError, .unknownError: invalid
    case .outOfRangeError: .contentTooLarge
    case .notFoundError: .notFound
    case .permissionDeniedError: .forbidden
    case .unauthenticatedError: .unauthorized
    case .failedPreconditionError, .alreadyExistsError: .conflict
    case .resourceExhaustedError, .unavailableError: .serviceUnavailable
    default: .internalServerError
    }
  }
}

extension HTTPFields {
  /// The value of a field that the library has no name for.
  package subscript(named name: String) -> String? {
    get { HTTPField.Name(name).flatMap { self[$0] } }
    set { if let name = HTTPField.Name(name) { self[name] = newValue } }
  }
}

/// Adds security headers to every response. Browsers then run, load and embed only what the server allows.
package struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
  private var fields = HTTPFields()

  package init(allowing sources: [String] = [], camera: Bool = false) {
    let policy = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"] + sources
    let values: KeyValuePairs = [
      "Content-Security-Policy": policy.joined(separator: "; "), "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Resource-Policy": "same-origin",
      "Permissions-Policy": "camera=(\(camera ? "self" : "")), microphone=(), geolocation=(), display-capture=()",
      "Cache-Control": "no-store",
    ]
    for (name, value) in values { fields[named: name] = value }
  }

  package func handle(_ request: Request, context: Context, next: NextHandler<Context>) async throws -> Response {
    var response = try await next(request, context)
    for field in fields where response.headers[field.name] == nil { response.headers.append(field) }
    return response
  }
}
