import Foundation
import VisionErrors

/// The files of a run's results: JSON Lines and the annotated picture or video.
struct JobFiles: Sendable {
  let lines: URL
  let annotated: URL

  /// Makes places for them, and an empty file for the lines.
  init(in folder: PrivateFolder, isVideo: Bool) throws {
    lines = folder.newFile(ending: "jsonl")
    annotated = folder.newFile(ending: isVideo ? "mp4" : "jpg")
    guard FileManager.default.createFile(atPath: lines.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw TasksError(.resourceExhaustedError, "The results cannot be kept; is the disk full?") }
  }

  /// Removes them.
  func remove() {
    for file in [lines, annotated] { try? FileManager.default.removeItem(at: file) }
  }
}
