import VisionCatalog
import VisionMedia
import VisionTasks

struct ManifestEntry: Codable, Hashable, Sendable {
  struct Member: Codable, Hashable, Sendable {
    let name: String
    let offset, size: Int
    /// Why it cannot be read, such as a link that leads out of the archive; nil for what has contents.
    let problem: String?
  }

  let number: Int
  let path: String
  let pathBytes: Data?
  let member: Member?
  let segment: VideoSegment?
  /// How the file was when the batch listed it; nil where it could not be read then.
  var stamp: InputStamp?

  init(number: Int, source: InputList.Source, segment: VideoSegment? = nil) throws(TasksError) {
    (self.number, self.segment) = (number, segment)
    switch source {
    case .path(let file): (path, pathBytes, member) = ("\(file)", file.text == nil ? Data(file.bytes) : nil, nil)
    case .member(let file, let archive):
      (path, pathBytes) = ("\(archive)", archive.text == nil ? Data(archive.bytes) : nil)
      member = Member(name: file.name, offset: file.offset, size: file.size, problem: file.problem)
    case .unreadable(let name, let reason): throw .invalidArgument("\(name): \(reason)")
    case .media, .standardInput, .sequence:
      throw .invalidArgument("\(source) is a camera or a stream; a batch has files, which can be read again.")
    }
  }

  var file: RawPath { pathBytes.map { RawPath(bytes: Array($0)) } ?? RawPath(path) }

  var source: InputList.Source {
    guard let member else { return .path(file) }
    return .member(
      TarMember(name: member.name, offset: member.offset, size: member.size, problem: member.problem), archive: file)
  }

  var stamped: ManifestEntry { get throws(TasksError) { with(try InputStamp(of: self)) } }

  func with(_ stamp: InputStamp?) -> ManifestEntry {
    var copy = self
    copy.stamp = stamp
    return copy
  }

  /// What changed in its file since the batch listed it; nil for nothing, and for a file that cannot be read.
  var change: String? {
    get throws(TasksError) {
      guard let stamp, let now = try InputStamp(of: self) else { return nil }
      return now.difference(from: stamp)
    }
  }

  private static let headerLength = 512

  /// The file's status and first bytes, or the member's; nil for what cannot be read and for no regular file.
  func start(_ limit: Int, withHeader: Bool = false) -> (status: stat, bytes: Data)? {
    let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.isRegularFile else { return nil }
    var (offset, count) = (0, min(limit, Int(status.st_size)))
    if let member {
      let header = withHeader ? min(Self.headerLength, max(member.offset, 0)) : 0
      (offset, count) = (max(member.offset, 0) - header, header + min(limit, max(member.size, 0)))
    }
    var bytes = Data(count: count)
    let length = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
    return length < 0 ? nil : (status, bytes.prefix(length))
  }
}

/// How a file is when a batch lists it. One that changes later would put results under a wrong name.
struct InputStamp: Codable, Hashable, Sendable {
  private static let startLength = 4096

  let size: Int
  /// The time of its last change in microseconds since 1970.
  let time: Int
  /// The SHA-256 of its first bytes; of a member, of its header in the archive and of its first bytes.
  let start: String

  /// Reads a file; nil for one that cannot be read, which fails by itself when it is processed.
  init?(of entry: ManifestEntry) throws(TasksError) {
    guard let (status, bytes) = entry.start(Self.startLength, withHeader: true) else { return nil }
    size = Int(status.st_size)
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    time = Int(changed.tv_sec).multipliedReportingOverflow(by: 1_000_000).partialValue &+ Int(changed.tv_nsec) / 1000
    start = try SHA256Digest.hexadecimal(of: bytes)
  }

  func difference(from older: InputStamp) -> String? {
    if size != older.size { return "its size is \(size.counted("byte")) and was \(older.size)" }
    if start != older.start { return "its first bytes are others" }
    if time != older.time { return "it was written again" }
    return nil
  }
}
