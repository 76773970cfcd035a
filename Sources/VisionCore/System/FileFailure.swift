import Foundation

/// An error of a system call on a file.
package struct FileFailure: Error {
  package let number: Int32

  package init(_ number: Int32 = errno) { self.number = number }

  /// The system's error in one of Foundation's; nil without one.
  package init?(_ error: any Error) {
    guard let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError else { return nil }
    number = cause.code.rawValue
  }

  package var text: String { String(cString: strerror(number)) }
  package var isShortage: Bool { [ENOMEM, EMFILE, ENFILE, ENOBUFS].contains(number) }

  package func reading(_ what: String) -> TasksError {
    TasksError(isShortage ? .resourceExhaustedError : .permissionDeniedError, "\(what) cannot be read: \(text).")
  }

  package func writing(_ what: String) -> TasksError {
    let message = "\(what) cannot be written: \(text)."
    return switch number {
    case _ where isShortage: TasksError.exhausted(message)
    case ENOSPC, EDQUOT, EFBIG: TasksError.exhausted(message + " Make room, or write elsewhere.")
    // The caller's name is the cause, not the place.
    case ENAMETOOLONG: TasksError.invalidArgument(message + " Choose a shorter name.")
    default: TasksError.permissionDenied(message)
    }
  }
}

extension Data {
  /// Reads bytes from a place in a file; fewer where it ends before.
  package init(readingFrom descriptor: Int32, at place: Int, count: Int) throws(FileFailure) {
    // Without memory for `Data(count:)` the process would end.
    guard let memory = malloc(Swift.max(count, 1)) else { throw FileFailure() }
    var done = 0
    while done < count {
      let read = pread(descriptor, memory + done, count - done, off_t(place + done))
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else {
        let failure = FileFailure()
        free(memory)
        throw failure
      }
      if read == 0 { break }
      done += read
    }
    self.init(bytesNoCopy: memory, count: done, deallocator: .free)
  }

  package func write(to descriptor: Int32) throws(FileFailure) {
    var rest = self[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else {
        try FileFailure().waitToRepeat(descriptor, until: POLLOUT)
      }
    }
  }
}

package enum Descriptor {
  /// Reads the next bytes of a file, pipe or terminal, waiting for at least one. Returns their number; 0 is the end.
  package static func read(
    _ descriptor: Int32, into memory: UnsafeMutableRawPointer?, count: Int
  ) throws(FileFailure) -> Int {
    while true {
      let size = Foundation.read(descriptor, memory, count)
      if size >= 0 { return size }
      try FileFailure().waitToRepeat(descriptor, until: POLLIN)
    }
  }
}

extension FileFailure {
  /// Returns when a call that this error ended can be repeated; throws other errors.
  fileprivate func waitToRepeat(_ descriptor: Int32, until event: some BinaryInteger) throws(FileFailure) {
    switch number {
    case EINTR: break
    case EAGAIN:
      // The descriptor is non-blocking, as set by another process that has it open.
      var wait = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      _ = poll(&wait, 1, -1)
    default: throw self
    }
  }
}

package enum DurableFolder {
  /// Waits until the names in a folder are on the disk, where the file system can and the folder may be read.
  package static func flush(_ folder: String) throws(FileFailure) {
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == EACCES { return }
      throw FileFailure()
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || [EINVAL, EBADF].contains(errno) else { throw FileFailure() }
  }

  package static func missing(_ path: String) -> [String] {
    Array(sequence(first: path) { $0.parentPath }.prefix { !$0.isEmpty && access($0, F_OK) != 0 })
  }

  package static func flushNames(of folders: [String]) throws(FileFailure) {
    for folder in folders { try flush(folder.parentPath) }
  }
}
