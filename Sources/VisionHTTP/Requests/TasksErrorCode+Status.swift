import HTTPTypes
import VisionCore

extension TasksErrorCode {
  /// The status of a response that reports the error.
  ///
  /// - Parameter invalid: The status of requests that are not allowed.
  /// - Returns: The status.
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
