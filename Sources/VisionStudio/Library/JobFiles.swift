import Foundation
import VisionCore
import VisionResults

/// The result files of a job, in a folder of their own. They count towards the visitor's quota.
struct JobFiles: Sendable {
  let folder: PrivateFolder
  let quota: ResultQuota
  private let isVideo: Bool

  /// Creates the folder, with an empty file for the lines.
  init(in parent: PrivateFolder, isVideo: Bool, disk: DiskQuota) throws {
    folder = try parent.subfolder()
    quota = ResultQuota(disk: disk)
    self.isVideo = isVideo
    _ = try create(.json)
  }

  /// The place of a file; of masks their folder.
  func url(_ kind: OutputFileKind) -> URL { folder.url.appending(path: kind.ending(isVideo: isVideo)) }

  /// Creates an empty file.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when that fails.
  func create(_ kind: OutputFileKind) throws -> FileHandle {
    let url = url(kind)
    guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let handle = FileHandle(forWritingAtPath: url.path)
    else { throw TasksError(.resourceExhaustedError, "The result file cannot be created; is the disk full?") }
    return handle
  }

  /// The files that exist, as the members of an archive: each under the input's name with the kind's ending.
  func members(_ kinds: [OutputFileKind], of input: String) throws -> [ZipArchive.Member] {
    let base = input.withoutFileExtension
    return try kinds.flatMap { kind -> [ZipArchive.Member] in
      guard kind == .masks else {
        return [ZipArchive.Member(name: base + "." + kind.ending(isVideo: isVideo), file: url(kind))]
      }
      return try FileManager.default.contentsOfDirectory(atPath: url(kind).path).sorted().map { name in
        // The names on disk are short, as an input's name may have the longest length that there is.
        ZipArchive.Member(name: "masks/" + input + "." + name, file: url(kind).appending(path: name))
      }
    }
  }

  /// Deletes the files and releases their space.
  func remove() {
    folder.remove()
    quota.releaseAll()
  }
}

/// The disk space of one job's results.
final class ResultQuota: Sendable {
  private struct State {
    var bytes = 0
    var isReleased = false
  }

  private let disk: DiskQuota
  private let state = Locked(State())

  init(disk: DiskQuota) { self.disk = disk }

  /// Reserves further bytes.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when the quota is exceeded; nothing is reserved then.
  func reserve(_ count: Int) throws {
    try state.withLock { state in
      try disk.reserve(count)
      // A removed job may still write its last line.
      if state.isReleased { disk.release(count) } else { state.bytes += count }
    }
  }

  /// Releases bytes that were reserved and not used.
  func release(_ count: Int) {
    state.withLock { state in
      guard !state.isReleased else { return }
      state.bytes -= count
      disk.release(count)
    }
  }

  /// Releases everything; later reservations are not counted.
  func releaseAll() {
    state.withLock { state in
      guard !state.isReleased else { return }
      state.isReleased = true
      disk.release(state.bytes)
    }
  }
}
