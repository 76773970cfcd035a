import Foundation
import VisionCore

/// A source of the catalog's files.
protocol FileSource: Sendable {
  /// Its kind.
  var kind: FetchProgress.Source { get }
  /// Its name in messages.
  var place: String { get }

  /// Stores the verified file at its destination, or nothing.
  ///
  /// - Parameters:
  ///   - entry: The file.
  ///   - destination: Its path in the cache, in an existing folder.
  ///   - progress: Called with the number of bytes so far.
  /// - Throws: `TasksError` with `dataLossError` when the source has a different file of this name, and with other codes when it
  ///   has none or is unreachable.
  func deliver(
    _ entry: CatalogEntry, to destination: URL, progress: @escaping @Sendable (Int) -> Void
  ) throws(TasksError)
}

extension FileSource {
  /// Copies a file beside the destination, verifies the copy and renames it; a wrong copy is removed.
  func publishCopy(of file: URL, _ entry: CatalogEntry, to destination: URL) throws(TasksError) {
    let copy = destination.deletingLastPathComponent()
      .appendingPathComponent(".\(entry.fileName).\(UUID().uuidString).tmp")
    defer { try? FileManager.default.removeItem(at: copy) }
    do {
      try FileManager.default.copyItem(at: file, to: copy)
    } catch {
      throw TasksError(.resourceExhaustedError, "it cannot be copied: \(error.localizedDescription)")
    }
    try FileDigest.check(copy, against: entry)
    try AtomicFile.publish(copy, as: destination)
  }
}

/// A local folder with files of the catalog under their names.
struct MirrorSource: FileSource {
  let folder: URL

  var kind: FetchProgress.Source { .mirror }
  var place: String { "mirror folder \(folder.path)" }

  func deliver(
    _ entry: CatalogEntry, to destination: URL, progress: @escaping @Sendable (Int) -> Void
  ) throws(TasksError) {
    // Links are resolved, since a mirror may consist of links.
    let file = folder.appendingPathComponent(entry.fileName).resolvingSymlinksInPath()
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw TasksError.notFound("it has no \(entry.fileName)")
    }
    try publishCopy(of: file, entry, to: destination)
    progress(entry.byteCount)
  }
}

/// Publishes files atomically, so that no reader sees a partial one.
enum AtomicFile {
  /// Flushes a file to disk, then renames it.
  ///
  /// - Parameters:
  ///   - file: A complete file in the same folder as `destination`.
  ///   - destination: Its final path; an existing file is replaced.
  /// - Throws: `TasksError` with `resourceExhaustedError` when that fails.
  static func publish(_ file: URL, as destination: URL) throws(TasksError) {
    try flush(file.path)
    guard rename(file.path, destination.path) == 0 else { throw failure(destination.path) }
    try flush(destination.deletingLastPathComponent().path)
  }

  /// Creates a folder and its parents if missing.
  static func makeFolder(_ folder: URL) throws(TasksError) {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw TasksError(
        .permissionDeniedError, "The folder \(folder.path) cannot be created: \(error.localizedDescription)")
    }
  }

  private static func flush(_ path: String) throws(TasksError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(path) }
  }

  private static func failure(_ path: String) -> TasksError {
    TasksError(.resourceExhaustedError, "\(path) cannot be written: \(String(cString: strerror(errno))).")
  }
}
