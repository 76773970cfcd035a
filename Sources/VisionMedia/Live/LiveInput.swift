internal import CFFmpeg
import Foundation
import VisionErrors

/// An address or device in FFmpeg's terms.
struct LiveInput {
  /// The address for FFmpeg.
  var address: String
  /// The device's format; nil to detect the format by the contents.
  var format: UnsafePointer<AVInputFormat>?
  /// FFmpeg's options by their names; those that the format does not know are passed over.
  var options: [String: String] = [:]
  /// The seconds within which it has to be open, with the size of its images known.
  var openTimeout: TimeInterval
  /// The seconds within which each piece has to come.
  var readTimeout: TimeInterval
  /// Whether a read without data returns at once, for devices whose own wait cannot be interrupted.
  var polls = false
}

/// Why an address or device could not be opened or read, before it is put into words for a person.
struct ContainerFailure: Error {
  /// FFmpeg's status.
  let status: Int32
  /// Whether the time limit ended it.
  let isTimeout: Bool

  init(_ status: Int32, _ interruption: Interruption) {
    self.status = status
    isTimeout = status != FFmpegError.endOfFile && !interruption.isClosed && interruption.isOverdue
  }

  /// The reason as half a sentence.
  var reason: String {
    if isTimeout { return "nothing came within the time limit" }
    return status == FFmpegError.endOfFile ? "the other side ended it" : FFmpegError.text(status)
  }

  /// The error code for a server's failure.
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
