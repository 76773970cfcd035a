enum MediaFile {
  /// Reads the whole file. It is not memory-mapped: accessing a mapped file that was truncated would crash the process.
  static func bytes(ofFile path: String) throws -> Data {
    try translatingErrors(path) { try Data(contentsOf: URL(fileURLWithPath: path)) }
  }

  static func firstBytes(_ count: Int, ofFile path: String) throws -> Data {
    try translatingErrors(path) {
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? handle.close() }
      return try handle.read(upToCount: count) ?? Data()
    }
  }

  private static func translatingErrors(_ path: String, _ body: () throws -> Data) throws -> Data {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw TasksError.missingFile(path, advice: "check the path.")
    }
    if isFolder.boolValue {
      throw TasksError.invalidArgument("\"\(path)\" is a folder; give an image or video file in it.")
    }
    var status = stat()
    if stat(path, &status) == 0, [S_IFCHR, S_IFBLK, S_IFSOCK].contains(status.st_mode & S_IFMT) {
      throw TasksError.invalidArgument("\"\(path)\" is a device or a socket; give an image or video file.")
    }
    do {
      return try body()
    } catch {
      let name = "The file \"\(path)\""
      if let failure = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError)?.code.rawValue {
        throw FileFailure(failure).reading(name)
      }
      // Foundation hides that no descriptor is left, which is none of the file's faults.
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor >= 0 {
        close(descriptor)
      } else if case let failure = FileFailure(), failure.isShortage {
        throw failure.reading(name)
      }
      throw TasksError.permissionDenied("\(name) cannot be read: \(error.localizedDescription)")
    }
  }
}

package struct FileFailure: Error {
  package let number: Int32

  package init(_ number: Int32 = errno) { self.number = number }

  /// The system's error in one of Foundation's; nil without one.
  package init?(_ error: any Error) {
    guard let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError else { return nil }
    number = cause.code.rawValue
  }

  package var text: String { String(cString: strerror(number)) }
  fileprivate var isShortage: Bool { [ENOMEM, EMFILE, ENFILE, ENOBUFS].contains(number) }

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

extension TasksError {
  static func dataLoss(_ message: String) -> TasksError { TasksError(.dataLossError, message) }
  static func permissionDenied(_ message: String) -> TasksError { TasksError(.permissionDeniedError, message) }
  static func unimplemented(_ message: String) -> TasksError { TasksError(.unimplementedError, message) }
  static func outOfMemory(_ purpose: String) -> TasksError {
    TasksError.exhausted("There is not enough memory for \(purpose).")
  }
}

extension Data {
  /// Reads bytes from a place in a file; fewer where it ends before.
  init(readingFrom descriptor: Int32, at place: Int, count: Int) throws(FileFailure) {
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
