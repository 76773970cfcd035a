import Foundation
import VisionCatalog
import VisionTasks

/// How a file is when a batch lists it. One that changes later would put results under a wrong name.
struct InputStamp: Codable, Hashable, Sendable {
  /// The number of bytes that are compared.
  private static let startLength = 4096

  /// The file's size in bytes, or the archive's.
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

  /// What is different from an older stamp, such as "its size is 10 bytes and was 9"; nil where nothing is.
  func difference(from older: InputStamp) -> String? {
    if size != older.size { return "its size is \(size.counted("byte")) and was \(older.size)" }
    if start != older.start { return "its first bytes are others" }
    if time != older.time { return "it was written again" }
    return nil
  }
}

extension ManifestEntry {
  /// The length of the header before a member in an archive.
  private static let headerLength = 512

  /// The file's status and its first bytes, or those of the member; nil for what cannot be read and for what is no regular file.
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
