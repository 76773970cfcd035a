import Foundation
import VisionConcurrency
import VisionErrors

/// The result files of a job: JSON Lines and the annotated image or video. They count towards the visitor's quota.
struct JobFiles: Sendable {
  let lines: URL
  let annotated: URL
  let quota: ResultQuota

  /// Chooses the paths and creates an empty file for the lines.
  init(in folder: PrivateFolder, isVideo: Bool, disk: DiskQuota) throws {
    lines = folder.newFile(ending: "jsonl")
    annotated = folder.newFile(ending: isVideo ? "mp4" : "jpg")
    quota = ResultQuota(disk: disk)
    guard FileManager.default.createFile(atPath: lines.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw TasksError(.resourceExhaustedError, "The result file cannot be created; is the disk full?") }
  }

  /// Deletes the files and releases their space.
  func remove() {
    for file in [lines, annotated] { try? FileManager.default.removeItem(at: file) }
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
