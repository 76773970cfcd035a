import Foundation

/// The one error type that every module of this package throws.
///
/// Seen as an `NSError` it has MediaPipe's domain and code, so that code written for iOS reads the same here.
/// The message names the value that was refused, says what is allowed and, where there is one, the way out.
public struct TasksError: Error, Hashable, Sendable {
  /// The error domain of MediaPipe's iOS tasks.
  public static let domain = "com.google.mediapipe.tasks"

  /// The kind of failure.
  public let code: TasksErrorCode
  /// The explanation, one or two sentences for a person.
  public let message: String

  /// Makes an error from a kind and an explanation.
  public init(_ code: TasksErrorCode, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension TasksError {
  /// A value given by the caller is not allowed (code 3).
  public static func invalidArgument(_ message: String) -> TasksError { TasksError(.invalidArgumentError, message) }
  /// Something that was asked for is not there (code 5).
  public static func notFound(_ message: String) -> TasksError { TasksError(.notFoundError, message) }
  /// Something inside the package or the runtime failed (code 13).
  public static func internalFailure(_ message: String) -> TasksError { TasksError(.internalError, message) }
}

extension TasksError: LocalizedError, CustomNSError, CustomStringConvertible {
  /// The explanation; what `localizedDescription` returns.
  public var errorDescription: String? { message }
  /// MediaPipe's error domain.
  public static var errorDomain: String { domain }
  /// The raw value of the code.
  public var errorCode: Int { Int(code.rawValue) }
  /// The explanation under Foundation's key, as MediaPipe's iOS errors carry it.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
  /// The explanation.
  public var description: String { message }
}
