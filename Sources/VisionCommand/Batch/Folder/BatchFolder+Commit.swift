import Foundation
import VisionMedia
import VisionTasks

/// A part is a file of results and a list of errors, which have to change together. Both are staged in the hidden folder, the errors
/// last: with them it is decided that the part is finished. Then both are moved to their places, by the next run if this one is
/// killed.
extension BatchFolder {
  /// Moves both staged files of a part to their places.
  func apply(_ part: Int) throws {
    let (results, errors) = (staged(part, .results), staged(part, .errors))
    if Self.exists(results) { try move(results, to: self.part(part)) }
    if try size(of: errors) > 0 {
      try move(errors, to: self.errors(part))
    } else {
      unlink(self.errors(part))
      unlink(errors)
      try flush()
    }
  }

  /// Completes parts that were decided, and removes staged results without a decision.
  func recover() throws {
    let staged = try hiddenNames().compactMap { StagedFile(name: $0) }
    for file in staged where file.kind == .errors { try apply(file.part) }
    let decided = Set(staged.filter { $0.kind == .errors }.map(\.part))
    for file in staged where !decided.contains(file.part) { unlink(self.staged(file.part, file.kind)) }
  }

  private func move(_ source: String, to target: String) throws {
    try Self.writing(target) { () throws(FileFailure) in
      guard rename(source, target) == 0 else { throw FileFailure() }
    }
    try flush()
  }

  /// Both folders: a name leaves one and enters the other.
  private func flush() throws {
    for folder in [path, Self.hiddenFolder(of: path)] {
      try Self.writing(folder) { () throws(FileFailure) in try DurableFolder.flush(folder) }
    }
  }

  private func size(of path: String) throws -> Int {
    var status = stat()
    guard stat(path, &status) == 0 else { throw BatchFolderFailure(.writing, FileFailure().writing(path)) }
    return Int(status.st_size)
  }
}
