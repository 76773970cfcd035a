import Foundation

/// Contents of a file that outlive a power failure.
enum DurableFile {
  /// Waits until an open file's contents are on the disk.
  static func flush(_ descriptor: Int32) throws(FileFailure) {
    #if canImport(Darwin)
      // There `fsync` leaves them in the disk's cache. Not all file systems have the stronger call.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw FileFailure() }
  }
}
