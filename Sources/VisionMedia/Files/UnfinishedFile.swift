import Foundation
import VisionCore

/// A file that is written under a hidden name and renamed when complete, replacing an existing file.
///
/// A file that is not published is removed.
package final class UnfinishedFile {
  /// The temporary path.
  package let path: String
  /// The descriptor, open for reading and writing during the object's lifetime.
  package let descriptor: Int32
  private let destination: String
  private var isUnfinished = true

  /// Creates the file, with the permissions of the file that it will replace. In another folder only its owner may read it.
  ///
  /// - Parameters:
  ///   - destination: The final path; a symbolic link is replaced, not followed.
  ///   - folder: The folder of the temporary file; nil, the default, for the folder of `destination`.
  /// - Throws: `FileFailure` when the file cannot be created.
  package init(for destination: String, in folder: String? = nil) throws(FileFailure) {
    self.destination = destination
    let place = folder ?? destination.parentPath
    path = place.appendingPath(Self.hiddenName(for: destination))
    let path = path
    let mode: mode_t = folder == nil ? 0o666 : 0o600
    descriptor = try UnfinishedFiles.shared.create(path) { () throws(FileFailure) in
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard descriptor >= 0 else { throw FileFailure() }
      return descriptor
    }
    var older = stat()
    if folder == nil, lstat(destination, &older) == 0, older.st_mode & S_IFMT == S_IFREG {
      // Changing the owner succeeds for root only.
      _ = fchown(descriptor, older.st_uid, older.st_gid)
      _ = fchmod(descriptor, older.st_mode & 0o777)
    }
  }

  deinit {
    discard()
    close(descriptor)
  }

  /// A unique hidden name for `destination`. It contains only the start of the file's name, so as not to exceed the maximum
  /// length.
  static func hiddenName(for destination: String) -> String {
    let start = String(decoding: destination.lastPathPart.utf8.prefix(64), as: UTF8.self)
    return ".\(start).\(UUID().uuidString.prefix(8))\(ending)"
  }

  /// Renames the file to its destination.
  package func publish() throws(FileFailure) {
    try UnfinishedFiles.shared.publish(path, as: destination)
    isUnfinished = false
  }

  /// Renames the file to its destination so that it is there after a power failure, too.
  package func publishDurably() throws(FileFailure) {
    try DurableFile.flush(descriptor)
    try publish()
    try DurableFolder.flush(destination.parentPath)
  }

  /// Whether a file's name is one of those that are hidden until the file is complete.
  package static func isHiddenName(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: ".") && name.hasSuffix(Self.ending)
  }

  private static let ending = ".partial"

  /// Removes the file, unless it is published.
  package func discard() {
    guard isUnfinished else { return }
    isUnfinished = false
    UnfinishedFiles.shared.remove(path)
  }
}
