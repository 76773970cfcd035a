enum MediaFile {
  /// Reads the whole file. It is not memory-mapped: accessing a mapped file that was truncated would crash the process.
  static func bytes(ofFile path: String) throws -> Data {
    try translatingErrors(path) { try Data(contentsOf: URL(literalPath: path)) }
  }

  static func firstBytes(_ count: Int, ofFile path: String) throws -> Data {
    try translatingErrors(path) {
      let handle = try FileHandle(forReadingFrom: URL(literalPath: path))
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

extension TasksError {
  static func dataLoss(_ message: String) -> TasksError { TasksError(.dataLossError, message) }
  static func unimplemented(_ message: String) -> TasksError { TasksError(.unimplementedError, message) }
  static func outOfMemory(_ purpose: String) -> TasksError {
    TasksError.exhausted("There is not enough memory for \(purpose).")
  }
}
