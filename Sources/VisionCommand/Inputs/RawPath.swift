import VisionMedia

/// A path as raw bytes, which need not be UTF-8.
struct RawPath: Hashable, Sendable, CustomStringConvertible {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }
  init(bytes: [UInt8]) { self.bytes = bytes }

  func appending(_ name: [UInt8]) -> RawPath {
    RawPath(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name)
  }

  var text: String? { String(bytes: bytes, encoding: .utf8) }

  /// The path for messages and results; if it is not UTF-8, non-ASCII bytes are shown as `\xE9`.
  var description: String {
    text ?? bytes.map { $0 < 128 ? String(UnicodeScalar($0)) : String(format: "\\x%02X", $0) }.joined()
  }

  var name: String {
    text?.lastPathPart ?? RawPath(bytes: Array(bytes.split(separator: UInt8(ascii: "/")).last ?? [])).description
  }

  var folder: RawPath {
    guard let end = bytes.lastIndex(of: UInt8(ascii: "/")) else { return RawPath(".") }
    return RawPath(bytes: Array(bytes[..<max(end, 1)]))
  }

  var status: stat? {
    var status = stat()
    return withCString { stat($0, &status) } == 0 ? status : nil
  }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try body(bytes.map { CChar(bitPattern: $0) } + [0])
  }
}

extension stat {
  private var kind: mode_t { st_mode & mode_t(S_IFMT) }
  var isFolder: Bool { kind == mode_t(S_IFDIR) }
  var isRegularFile: Bool { kind == mode_t(S_IFREG) }
  /// Whether it is a stream without a length: a named pipe or a device such as `/dev/stdin`.
  var isPipe: Bool { kind == mode_t(S_IFIFO) || kind == mode_t(S_IFCHR) }
}

/// A file with a path that is valid text: for a name that is not UTF-8 that of its open descriptor.
final class OpenFile: Sendable {
  var path: String {
    guard let descriptor else { return file.description }
    return String.path(ofDescriptor: descriptor)
  }

  private let file: RawPath
  private let descriptor: Int32?

  init(_ file: RawPath) throws {
    self.file = file
    guard file.text == nil else {
      descriptor = nil
      return
    }
    let opened = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard opened >= 0 else { throw FileFailure().reading("The file \"\(file)\"") }
    descriptor = opened
  }

  deinit { if let descriptor { close(descriptor) } }
}

extension ArchiveFile {
  convenience init(_ path: RawPath) throws {
    // The archive opens the file again, by the path of the descriptor.
    let file = try OpenFile(path)
    try self.init(path: file.path, name: path.description)
    withExtendedLifetime(file) {}
  }
}
