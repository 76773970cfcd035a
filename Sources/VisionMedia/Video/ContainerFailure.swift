internal import CFFmpeg

/// Why a URL or device could not be opened or read, before conversion to an error.
struct ContainerFailure: Error {
  let status: Int32
  let isTimeout, isCancelled: Bool

  init(_ status: Int32, _ interruption: Interruption) {
    self.status = status
    isCancelled = interruption.isClosed
    isTimeout = status != FFmpegError.endOfFile && !isCancelled && interruption.isOverdue
  }

  var reason: String {
    if isTimeout { return "nothing came within the time limit" }
    return status == FFmpegError.endOfFile ? "the other side ended it" : FFmpegError.text(status)
  }

  /// FFmpeg has one status for all of this, and writes the difference into its log only.
  var openingReason: String {
    status == -EIO && !isTimeout
      ? "there is no such host, or its answer is no video: a page, nothing, or a redirect without an end" : reason
  }

  /// The code for a stream or camera that broke off.
  var code: TasksErrorCode { isTimeout ? .deadlineExceededError : .unavailableError }

  /// The code for a stream that did not open.
  var openingCode: TasksErrorCode {
    if isTimeout { return code }
    if isCancelled { return .cancelledError }
    return switch status {
    case FFmpegError.invalidData: .invalidArgumentError
    case vision_error_protocol_not_found(): .unimplementedError
    case vision_error_http_not_found(): .notFoundError
    case vision_error_http_unauthorized(): .unauthenticatedError
    case vision_error_http_forbidden(): .permissionDeniedError
    default: .unavailableError
    }
  }
}
