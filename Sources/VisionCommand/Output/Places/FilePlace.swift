import VisionMedia

/// The identity of a file: equal for all paths to it, links resolved.
struct FilePlace: Hashable {
  enum Kind {
    case nothing, regular, folder, pipe, terminal
    /// Another device, such as `/dev/null`, which accepts any number of writers.
    case device
  }

  private enum Identity: Hashable {
    case file(device: UInt64, inode: UInt64)
    /// By bytes: texts in different Unicode forms are equal, but name different files.
    case name(RawPath)
  }

  private let identity: Identity
  let kind: Kind
  let size: Int
  /// The absolute path with links resolved, also for a missing file. Nil for an open descriptor.
  let resolvedPath: String?

  init(path: String) {
    var status = stat()
    let resolved = Self.resolve(path)
    resolvedPath = resolved
    if stat(path, &status) == 0 || stat(resolved, &status) == 0 {
      (identity, kind, size) = Self.describe(status, isTerminal: path == "/dev/tty")
    } else {
      (identity, kind, size) = (.name(RawPath(resolved)), .nothing, 0)
    }
  }

  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (identity, kind, size) = Self.describe(status, isTerminal: isatty(descriptor) == 1)
    resolvedPath = nil
  }

  private static func describe(_ status: stat, isTerminal: Bool) -> (Identity, Kind, Int) {
    let identity = Identity.file(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFIFO, S_IFSOCK: .pipe
      default: isTerminal ? .terminal : .device
      }
    return (identity, kind, Int(status.st_size))
  }

  private static func resolve(_ path: String) -> String {
    let file = URL(literalPath: path).path
    if let real = realpath(file, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    // A dangling link: writing through it creates its target.
    let folder = file.parentPath
    if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file), !isLinkLoop(file) {
      return resolve(target.hasPrefix("/") ? target : folder.appendingPath(target))
    }
    // A relative path is left where the working folder is gone.
    guard folder != file, !folder.isEmpty else { return file }
    let start = resolve(folder)
    return switch file.lastPathPart {
    case "..": start.parentPath
    case ".": start
    case let name: start.appendingPath(name)
    }
  }

  private static func isLinkLoop(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 && errno == ELOOP
  }

  var isShareable: Bool { kind == .device }

  static func == (a: FilePlace, b: FilePlace) -> Bool { a.identity == b.identity }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

enum OpenDescriptor {
  /// The descriptor of `-`, `/dev/stdout` and the like. Opened, such a path would overwrite the file from its start.
  static func number(of path: String) -> Int32? {
    switch path {
    case "-", "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default: return path.descriptor
    }
  }
}

enum OutputFolder {
  static func make(_ path: String, option: String) throws(TasksError) {
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      let reason = FileFailure(error)?.text ?? error.localizedDescription
      throw TasksError(
        .permissionDeniedError, "\(option) names the folder \(path), which cannot be created: \(reason).")
    }
    try requireWritable(path, option: option)
  }

  /// Checks that files can be created in a folder, by creating one; permission bits are not sufficient.
  static func requireWritable(_ path: String, option: String) throws(TasksError) {
    let folder = path.isEmpty ? "." : path
    do { _ = try UnfinishedFile(for: folder.appendingPath("probe")) } catch {
      throw TasksError(
        .permissionDeniedError, "\(option) needs the folder \(folder), where no file can be created: \(error.text).")
    }
  }

  static func makeParent(of path: String) throws(TasksError) {
    let folder = path.parentPath
    guard FilePlace(path: folder).kind != .folder else { return }
    try make(folder, option: "The file \(path)")
  }

  /// Checks that a path names a file that can be replaced as a whole, or nothing.
  static func requireFile(_ path: String, option: String) throws(TasksError) {
    guard OpenDescriptor.number(of: path) == nil, [.nothing, .regular].contains(FilePlace(path: path).kind) else {
      throw .invalidArgument("\(option) names \(path), which is no regular file; choose another path.")
    }
  }

  static func requireReplaceable(_ path: String, option: String) throws(TasksError) {
    let place = FilePlace(path: path)
    guard place.kind != .folder else { throw .invalidArgument("\(option) names \(path), which is a folder.") }
    if place.kind != .nothing, access(path, W_OK) != 0 { throw FileFailure().writing(path) }
    if [.nothing, .regular].contains(place.kind) {
      try requireWritable((place.resolvedPath ?? path).parentPath, option: option)
    }
  }
}
