import Foundation
import VisionCatalog
import VisionTasks

/// A folder to merge. No run may write to it meanwhile.
struct MergeSource {
  let path: String
  let description: BatchDescription
  private let lock: FileLock

  /// - Throws: `TasksError` for a folder without a batch, and one to which a run writes; `BatchFolderFailure`.
  init(path: String) throws {
    self.path = path
    guard let description = try BatchFolder.storedDescription(in: path) else {
      throw TasksError.invalidArgument("\(path) has no batch.json; name folders that vision batch has written.")
    }
    self.description = description
    do throws(TasksError) {
      lock = try FileLock(ifFree: BatchFolder.lockFile(of: path), .shared)
    } catch {
      guard error.code == .unavailableError else { throw error }
      throw TasksError(.unavailableError, "A run writes to \(path); wait for its end.")
    }
    let hidden = BatchFolder.hiddenFolder(of: path)
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: hidden) } catch {
      throw TasksError.invalidArgument("\(hidden) cannot be listed: \(error.localizedDescription)")
    }
    guard !names.contains(where: { StagedFile(name: $0) != nil }) else {
      throw TasksError(
        .failedPreconditionError, "A run that wrote to \(path) was killed; run its command once more before merging.")
    }
  }

  private func part(_ part: Int) -> String {
    path.appendingPath(BatchFolder.partName(part, description.format))
  }

  /// The list of a part's failed inputs; absent without any.
  private func errors(_ part: Int) -> String {
    BatchFolder.hiddenFolder(of: path).appendingPath(BatchFolder.errorsName(part))
  }

  func files(_ part: Int) -> PartFiles { PartFiles(results: self.part(part), errors: errors(part)) }

  func has(_ part: Int) -> Bool { description.shard.has(part: part) && BatchFolder.exists(self.part(part)) }

  func manifest() throws(BatchFolderFailure) -> ManifestReader {
    try ManifestReader(path: path.appendingPath(BatchFolder.manifestName))
  }
}
