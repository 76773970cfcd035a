internal import CFFmpeg

struct LiveInput {
  var address: String
  /// The device's format; nil to detect the format by the contents.
  var format: UnsafePointer<AVInputFormat>?
  var options: [String: String] = [:]
  var openTimeout: TimeInterval
  var readTimeout: TimeInterval
  /// Whether a read without data returns at once, for devices whose own wait cannot be interrupted.
  var polls = false

  /// Checks options that are waits in seconds: one day at most, since longer ones are likely a mistake.
  static func check(_ waits: KeyValuePairs<String, TimeInterval>) throws {
    for (name, value) in waits where !(value > 0 && value <= 86_400) {
      throw TasksError.invalidArgument("\(name) is \(value.plainText) seconds; give more than 0 and at most 86400.")
    }
  }
}

/// Why a URL or device could not be opened or read, before conversion to an error.
struct ContainerFailure: Error {
  let status: Int32
  let isTimeout: Bool

  init(_ status: Int32, _ interruption: Interruption) {
    self.status = status
    isTimeout = status != FFmpegError.endOfFile && !interruption.isClosed && interruption.isOverdue
  }

  var reason: String {
    if isTimeout { return "nothing came within the time limit" }
    return status == FFmpegError.endOfFile ? "the other side ended it" : FFmpegError.text(status)
  }

  var serverCode: TasksErrorCode {
    if isTimeout { return .deadlineExceededError }
    return switch status {
    case FFmpegError.stopped: .cancelledError
    case FFmpegError.invalidData: .invalidArgumentError
    case vision_error_protocol_not_found(): .unimplementedError
    case vision_error_http_not_found(): .notFoundError
    case vision_error_http_unauthorized(): .unauthenticatedError
    case vision_error_http_forbidden(): .permissionDeniedError
    default: .unavailableError
    }
  }
}
