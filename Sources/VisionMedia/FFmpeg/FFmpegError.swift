internal import CFFmpeg
import Foundation
import VisionCore

/// FFmpeg's error codes.
enum FFmpegError {
  static let again = vision_error_again()
  static let endOfFile = vision_error_end_of_file()
  static let invalidData = vision_error_invalid_data()
  static let noEntry = vision_error_no_entry()
  static let noAccess = vision_error_no_access()
  /// FFmpeg's status after an interruption.
  static let stopped = vision_error_stopped()

  /// FFmpeg's message for an error code, such as "Invalid data found when processing input".
  static func text(_ number: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { buffer in
      // Without FFmpeg's library nothing is written.
      buffer.initialize(repeating: 0)
      guard let address = buffer.baseAddress, av_strerror(number, address, buffer.count) == 0, address.pointee != 0
      else {
        return "error \(number)"
      }
      return String(cString: address)
    }
  }

  /// Whether a status says that memory or descriptors are used up, whatever the file is.
  static func isShortage(_ number: Int32) -> Bool { [-ENOMEM, -EMFILE, -ENFILE].contains(number) }

  /// The error for a failed allocation.
  static func outOfMemory(_ purpose: String) -> TasksError {
    TasksError(.resourceExhaustedError, "There is not enough memory for \(purpose).")
  }
}

/// FFmpeg's log on standard error, which repeats what our errors contain.
enum FFmpegLog {
  /// Turned off once per process, unless the program has set its own level.
  private static let silence: Void = {
    if av_log_get_level() == AV_LOG_INFO { av_log_set_level(AV_LOG_QUIET) }
  }()

  /// Silences FFmpeg, whose libavutil is loaded; cheap to call again.
  static func quiet() { _ = silence }
}
