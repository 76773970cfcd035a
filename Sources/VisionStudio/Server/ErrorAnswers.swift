import HTTPTypes
import Hummingbird
import NIOCore
import VisionErrors

/// Turns errors into answers in JSON: `{"error": {"code": …, "message": …}}`.
struct ErrorAnswers<Context: RequestContext>: RouterMiddleware {
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
      return try Self.answer(error, status: Self.status(of: error.code))
    } catch let error as DecodingError {
      return try Self.answer(TasksError.invalidArgument(Self.text(of: error)), status: .badRequest)
    } catch let error as any HTTPResponseError {
      let error = (error.status, TasksError(.invalidArgumentError, "\(error.status.reasonPhrase)."))
      return try Self.answer(error.1, status: error.0)
    }
  }

  private static func answer(_ error: TasksError, status: HTTPResponse.Status) throws -> Response {
    try JSONAnswer.make(
      Report(error: Report.Details(code: error.code.rawValue, message: error.message)), status: status)
  }

  private static func status(of code: TasksErrorCode) -> HTTPResponse.Status {
    switch code {
    // A bundle that is no archive has MediaPipe's code for the unknown.
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

  /// Where in the JSON something is wrong, without the decoder's own words.
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
      ? "The request is no JSON of the expected form."
      : "The request's \(place.prefix(80)) is missing or of another kind."
  }
}
