/// What kind of thing went wrong, with the numbers of MediaPipe's iOS library.
///
/// The raw value is the `code` of the error seen as an `NSError`. Codes 17 to 20 of MediaPipe's audio tasks are listed so
/// that the numbering is complete; nothing in this package throws them.
public enum TasksErrorCode: UInt, Sendable, CaseIterable {
  /// Something was given up: a frame of a stream that a newer one replaced, or a connection that was closed while it was
  /// opened. A wait whose Swift task is cancelled throws `CancellationError` instead.
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
