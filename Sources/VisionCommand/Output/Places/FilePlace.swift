import Foundation

/// What a path leads to: equal for all paths of one file, through whatever links.
struct FilePlace {
  /// What is there.
  enum Kind {
    case nothing, regular, folder, pipe, terminal
    /// Another device, such as `/dev/null`, which takes what any number of writers give it.
    case device
  }

  private enum Identity: Hashable {
    case file(device: UInt64, inode: UInt64)
    case name(String)
  }

  private let identity: Identity
  let kind: Kind
  /// The size in bytes; 0 for what is no file.
  let size: Int
  /// The absolute path without links; also for what is not there yet. Nil for an open file.
  let resolvedPath: String?

  init(path: String) {
    var status = stat()
    let resolved = Self.resolve(path)
    resolvedPath = resolved
    if stat(path, &status) == 0 || stat(resolved, &status) == 0 {
      (identity, kind, size) = Self.describe(status, isTerminal: path == "/dev/tty")
    } else {
      (identity, kind, size) = (.name(resolved), .nothing, 0)
    }
  }

  /// Of an open file; nil when there is none with this number.
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

  /// The path without links. Where the end of it is not there, the part that is.
  private static func resolve(_ path: String) -> String {
    let file = URL(fileURLWithPath: path).path
    if let real = realpath(file, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    // A link that leads to nothing: what is written through it lands there.
    if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file), !isLinkLoop(file) {
      let folder = (file as NSString).deletingLastPathComponent
      return resolve(target.hasPrefix("/") ? target : (folder as NSString).appendingPathComponent(target))
    }
    let folder = (file as NSString).deletingLastPathComponent
    guard folder != file else { return file }
    let start = resolve(folder) as NSString
    return switch (file as NSString).lastPathComponent {
    case "..": start.deletingLastPathComponent
    case ".": start as String
    case let name: start.appendingPathComponent(name)
    }
  }

  private static func isLinkLoop(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 && errno == ELOOP
  }

  /// Whether writers do not disturb each other there.
  var isShareable: Bool { kind == .device }
}

extension FilePlace: Hashable {
  static func == (a: FilePlace, b: FilePlace) -> Bool { a.identity == b.identity }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
