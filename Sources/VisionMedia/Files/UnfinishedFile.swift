import Foundation

/// A file that grows under a hidden name and takes its own name, and the place of an older file, when it is whole.
///
/// A file that is not published is removed.
package final class UnfinishedFile {
  /// Where it is until it is whole.
  package let path: String
  /// Open for writing and reading until the object goes.
  package let descriptor: Int32
  private let destination: String
  private var isUnfinished = true

  /// Creates the file. It has the rights of an older file that it will replace.
  ///
  /// - Parameters:
  ///   - destination: The name of the whole file; a symbolic link is replaced, not followed.
  ///   - folder: Where the file grows; nil, the default, for the folder of `destination`.
  /// - Throws: `FileFailure` when no file can be made there.
  package init(for destination: String, in folder: String? = nil) throws(FileFailure) {
    self.destination = destination
    let place = folder ?? (destination as NSString).deletingLastPathComponent
    path = (place as NSString).appendingPathComponent(Self.hiddenName(for: destination))
    let path = path
    descriptor = try UnfinishedFiles.shared.create(path) { () throws(FileFailure) in
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw FileFailure() }
      return descriptor
    }
    var older = stat()
    if lstat(destination, &older) == 0, older.st_mode & S_IFMT == S_IFREG {
      // Only root can keep another owner.
      _ = fchown(descriptor, older.st_uid, older.st_gid)
      _ = fchmod(descriptor, older.st_mode & 0o777)
    }
  }

  deinit {
    discard()
    close(descriptor)
  }

  /// A name beside `destination` that no other file has. It begins as the file's does; all of the name and more could be too
  /// long for the file system.
  static func hiddenName(for destination: String) -> String {
    let start = String(decoding: (destination as NSString).lastPathComponent.utf8.prefix(64), as: UTF8.self)
    return ".\(start).\(UUID().uuidString.prefix(8)).partial"
  }

  /// Gives the file its own name.
  package func publish() throws(FileFailure) {
    try UnfinishedFiles.shared.publish(path, as: destination)
    isUnfinished = false
  }

  /// Removes the file, unless it is published.
  package func discard() {
    guard isUnfinished else { return }
    isUnfinished = false
    UnfinishedFiles.shared.remove(path)
  }
}
