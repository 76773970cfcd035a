import Foundation
import VisionErrors

/// Why the system refuses to open or write a file.
package struct FileFailure: Error {
  /// The system's error number.
  package let number: Int32

  package init(_ number: Int32 = errno) { self.number = number }

  /// The system's words, such as "No space left on device".
  package var text: String { String(cString: strerror(number)) }

  /// The error for something that cannot be written; the message begins with its name.
  package func writing(_ what: String) -> TasksError {
    let message = "\(what) cannot be written: \(text)."
    return switch number {
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
        // A non-blocking pipe, as another process that has it open made it so.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
      } else if errno != EINTR {
        throw FileFailure()
      }
    }
  }
}
