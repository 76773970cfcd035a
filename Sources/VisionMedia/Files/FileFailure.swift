import Foundation
import VisionCore

/// A system error of opening or writing a file.
package struct FileFailure: Error {
  /// The system's error number.
  package let number: Int32

  package init(_ number: Int32 = errno) { self.number = number }

  /// The system's message, such as "No space left on device".
  package var text: String { String(cString: strerror(number)) }

  /// Whether the machine or the process has too little of something, whatever the file is.
  private var isShortage: Bool { [ENOMEM, EMFILE, ENFILE, ENOBUFS].contains(number) }

  /// Converts it to an error for a file that cannot be opened or read; the message begins with the name.
  package func reading(_ what: String) -> TasksError {
    TasksError(isShortage ? .resourceExhaustedError : .permissionDeniedError, "\(what) cannot be read: \(text).")
  }

  /// Converts it to an error for a failed write; the message begins with the name.
  package func writing(_ what: String) -> TasksError {
    let message = "\(what) cannot be written: \(text)."
    return switch number {
    case _ where isShortage: TasksError(.resourceExhaustedError, message)
    case ENOSPC, EDQUOT, EFBIG: TasksError(.resourceExhaustedError, message + " Make room, or write elsewhere.")
    default: TasksError(.permissionDeniedError, message)
    }
  }
}

extension Data {
  /// Writes all bytes to an open file, pipe or device.
  package func write(to descriptor: Int32) throws(FileFailure) {
    var rest = self[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // The pipe is non-blocking, as set by another process that has it open.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
      } else if errno != EINTR {
        throw FileFailure()
      }
    }
  }
}
