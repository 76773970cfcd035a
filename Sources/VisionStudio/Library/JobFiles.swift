import Foundation
import VisionErrors

/// The files of a run's results: JSON Lines and the annotated picture or video. They take room on the visitor's disk.
struct JobFiles: Sendable {
  let lines: URL
  let annotated: URL
  let room: ResultRoom

  /// Makes places for them, and an empty file for the lines.
  init(in folder: PrivateFolder, isVideo: Bool, disk: DiskRoom) throws {
    lines = folder.newFile(ending: "jsonl")
    annotated = folder.newFile(ending: isVideo ? "mp4" : "jpg")
    room = ResultRoom(disk: disk)
    guard FileManager.default.createFile(atPath: lines.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw TasksError(.resourceExhaustedError, "The results cannot be kept; is the disk full?") }
  }

  /// Removes them.
  func remove() {
    for file in [lines, annotated] { try? FileManager.default.removeItem(at: file) }
    room.release()
  }
}
