import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import VisionErrors

/// JSON responses.
enum JSONResponse {
  static func make(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return make(json: try encoder.encode(value), status: status)
  }

  /// A response from encoded JSON.
  static func make(json: Data, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }
}

/// Converts errors into JSON responses: `{"error": {"code": …, "message": …}}`.
struct ErrorMiddleware<Context: RequestContext>: RouterMiddleware {
  private struct Report: Encodable {
    struct Details: Encodable {
      let code: UInt
      let message: String
    }
    let error: Details
  }

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as TasksError {
      return try Self.response(error, status: Self.status(of: error.code))
    } catch let error as DecodingError {
      return try Self.response(TasksError.invalidArgument(Self.text(of: error)), status: .badRequest)
    } catch let error as any HTTPResponseError {
      let error = (error.status, TasksError(.invalidArgumentError, "\(error.status.reasonPhrase)."))
      return try Self.response(error.1, status: error.0)
    }
  }

  private static func response(_ error: TasksError, status: HTTPResponse.Status) throws -> Response {
    try JSONResponse.make(
      Report(error: Report.Details(code: error.code.rawValue, message: error.message)), status: status)
  }

  private static func status(of code: TasksErrorCode) -> HTTPResponse.Status {
    switch code {
    // MediaPipe's code for a bundle that is not a zip archive is `unknownError`.
    case .invalidArgumentError, .dataLossError, .unimplementedError, .unknownError: .unprocessableContent
    case .outOfRangeError: .contentTooLarge
    case .notFoundError: .notFound
    case .permissionDeniedError: .forbidden
    case .unauthenticatedError: .unauthorized
    case .failedPreconditionError, .alreadyExistsError: .conflict
    case .resourceExhaustedError, .unavailableError: .serviceUnavailable
    default: .internalServerError
    }
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
    let place = path.map(\.stringValue).joined(separator: ".")
    return place.isEmpty
      ? "The request is not valid JSON of the expected form."
      : "The request's \(place.prefix(80)) is missing or has the wrong type."
  }
}
