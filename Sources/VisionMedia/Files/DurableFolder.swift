import Foundation
import VisionCore

/// Changes of a folder's names that outlive a power failure.
package enum DurableFolder {
  /// Waits until the names in a folder are on the disk. Nothing happens where that cannot be asked for: file systems without it,
  /// and folders that may not be read.
  package static func flush(_ folder: String) throws(FileFailure) {
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == EACCES { return }
      throw FileFailure()
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || [EINVAL, EBADF].contains(errno) else { throw FileFailure() }
  }

  /// The folders of a path that do not exist, the innermost first. The names of those that are then created are flushed by
  /// `flushNames(of:)`.
  package static func missing(_ path: String) -> [String] {
    var missing: [String] = []
    var path = path
    while !path.isEmpty, access(path, F_OK) != 0 {
      missing.append(path)
      path = path.parentPath
    }
    return missing
  }

  /// Waits until folders' own names are on the disk.
  package static func flushNames(of folders: [String]) throws(FileFailure) {
    for folder in folders { try flush(folder.parentPath) }
  }
}
