import Foundation
import VisionCore

/// An open tar archive.
package final class ArchiveFile: Sendable {
  /// The maximum size of a member that is read, in bytes.
  private static let memberLimit = 1 << 30

  private let name: String
  private let descriptor: Int32
  private let byteCount: Int

  /// Whether a file's name is that of a tar archive.
  package static func isName(_ name: String) -> Bool { name.lowercased().hasSuffix(".tar") }

  /// - Parameters:
  ///   - path: The archive's path.
  ///   - name: Its name in messages; nil, the default, for the path.
  /// - Throws: `TasksError` with `notFoundError` or `permissionDeniedError` for a file that cannot be opened,
  ///   `invalidArgumentError` for what is no file.
  package init(path: String, name: String? = nil) throws(TasksError) {
    let name = name ?? path
    self.name = name
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw TasksError.missingFile(name, advice: "check the path.") }
      throw FileFailure().reading("The file \"\(name)\"")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw TasksError.invalidArgument("\"\(name)\" is not a file.")
    }
    byteCount = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// A reader of the headers, which keeps the file open.
  package var reader: TarReader {
    TarReader(name: "\"\(name)\"", byteCount: byteCount) { try self.bytes(at: $0, count: $1) }
  }

  /// Returns a member's first bytes, all of them without a limit.
  ///
  /// - Throws: `TasksError` with `outOfRangeError` for a member of more than 1 GiB, `dataLossError` for one that does not lie in
  ///   the archive.
  package func contents(of member: TarMember, limit: Int = memberLimit + 1) throws(TasksError) -> Data {
    let count = min(member.size, limit)
    guard count <= Self.memberLimit else {
      throw TasksError(
        .outOfRangeError, "It has \(member.size) bytes; the maximum of an image in an archive is \(Self.memberLimit).")
    }
    return try bytes(at: member.offset, count: count)
  }

  private func bytes(at offset: Int, count: Int) throws(TasksError) -> Data {
    let end = offset.addingReportingOverflow(count)
    guard offset >= 0, count >= 0, !end.overflow, end.partialValue <= byteCount else { throw cutOff }
    var data = Data(count: count)
    var done = 0
    while done < count {
      let part = data.withUnsafeMutableBytes { bytes in
        pread(descriptor, bytes.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
      }
      if part < 0, errno == EINTR { continue }
      guard part >= 0 else {
        throw FileFailure().reading("The archive \"\(name)\"")
      }
      // It was shortened meanwhile.
      guard part > 0 else { throw cutOff }
      done += part
    }
    return data
  }

  private var cutOff: TasksError {
    TasksError(.dataLossError, "The archive \"\(name)\" is cut off or was changed; start another batch with it.")
  }
}
