import Foundation

/// What kind of thing went wrong, with the numbers of MediaPipe's iOS library.
///
/// The raw value is the `code` of the error seen as an `NSError`. Codes 17 to 20 of MediaPipe's audio tasks are listed
/// so that the numbering is complete; nothing in this package throws them.
public enum TasksErrorCode: UInt, Sendable, CaseIterable {
  /// Something was given up: a frame of a stream that a newer one replaced, or a connection that was closed while it
  /// was opened. A wait whose Swift task is cancelled throws `CancellationError` instead.
  case cancelledError = 1
  /// A failure with no better code.
  case unknownError = 2
  /// A value given by the caller is not allowed.
  case invalidArgumentError = 3
  /// The operation took too long.
  case deadlineExceededError = 4
  /// A file, a member of a bundle or a library is not there.
  case notFoundError = 5
  /// The thing to be made is there already.
  case alreadyExistsError = 6
  /// The file system or the system refuses access.
  case permissionDeniedError = 7
  /// Memory, disk or another resource is used up.
  case resourceExhaustedError = 8
  /// The system is not in the state that the operation needs.
  case failedPreconditionError = 9
  /// The operation was given up half-way.
  case abortedError = 10
  /// A position lies outside of what there is.
  case outOfRangeError = 11
  /// The operation is not offered.
  case unimplementedError = 12
  /// Something inside the package or the runtime failed.
  case internalError = 13
  /// A service is not reachable at the moment.
  case unavailableError = 14
  /// Data is lost or damaged beyond use.
  case dataLossError = 15
  /// The caller is not known.
  case unauthenticatedError = 16
  /// MediaPipe's audio tasks: no permission to record.
  case audioRecordPermissionDeniedError = 17
  /// MediaPipe's audio tasks: permission to record not asked for yet.
  case audioRecordPermissionUndeterminedError = 18
  /// MediaPipe's audio tasks: no new microphone input yet.
  case audioRecordWaitingForNewMicInputError = 19
  /// MediaPipe's audio tasks: the microphone is not tapped.
  case audioRecordNotTappingMicError = 20

  /// The lowest code, an alias of MediaPipe's.
  public static let first = TasksErrorCode.cancelledError
  /// The highest code, an alias of MediaPipe's.
  public static let last = TasksErrorCode.audioRecordNotTappingMicError
}

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
  package static func outOfRange(_ message: String) -> TasksError { TasksError(.outOfRangeError, message) }
  package static func failedPrecondition(_ message: String) -> TasksError {
    TasksError(.failedPreconditionError, message)
  }
  package static func permissionDenied(_ message: String) -> TasksError {
    TasksError(.permissionDeniedError, message)
  }
  package static func exhausted(_ message: String) -> TasksError { TasksError(.resourceExhaustedError, message) }
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

extension TasksError {
  /// A file that is missing (code 5): the message has the absolute path, and says what is wrong with a path that only
  /// looks like one; `advice` is for other paths.
  package static func missingFile(_ path: String, advice: String) -> TasksError {
    let shown = path.shownPath
    guard shown == path else { return notFound("\(shown) is an address; give the path of a file.") }
    return notFound("There is no file at \(path.absolutePath); \(hint(path) ?? advice)")
  }

  private static func hint(_ path: String) -> String? {
    if path.isEmpty { return "the path is empty." }
    if path.lowercased().hasPrefix("file:"), let url = URL(string: path) {
      return "\(path) is a URL; give its path, \(url.path)."
    }
    if path.hasPrefix("~") {
      return "~ stands for a home folder in a shell only; give \(NSString(string: path).expandingTildeInPath)."
    }
    return nil
  }
}

#if !canImport(ObjectiveC)
  /// Lets casts and patterns see the error as an `NSError`, as they do on Apple's platforms: `catch let error as
  /// NSError`.
  /// Elsewhere Swift bridges only types that say how; without this a pattern of iOS code falls through.
  extension TasksError: _ObjectiveCBridgeable {
    /// The error with MediaPipe's domain, its code and its message.
    public func _bridgeToObjectiveC() -> NSError {
      NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
    }

    /// Does nothing for errors of other domains and codes that are not listed.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout TasksError?) {
      _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// The error that an `NSError` of MediaPipe's domain stands for.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout TasksError?) -> Bool {
      guard source.domain == errorDomain, let code = UInt(exactly: source.code).flatMap(TasksErrorCode.init) else {
        return false
      }
      result = TasksError(code, source.localizedDescription)
      return true
    }

    /// The error that an `NSError` stands for; of unknown kind for one of another domain.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> TasksError {
      var result: TasksError?
      if let source, _conditionallyBridgeFromObjectiveC(source, result: &result), let result { return result }
      return TasksError(.unknownError, source?.localizedDescription ?? "There is no error.")
    }
  }
#endif
