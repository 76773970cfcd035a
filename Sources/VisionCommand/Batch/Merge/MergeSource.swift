import Foundation
import VisionCatalog
import VisionTasks

/// A folder to merge. No run may write to it meanwhile.
struct MergeSource {
  let path: String
  let description: BatchDescription
  /// The seals of the finished parts, so that memory is taken for files that exist only.
  let seals: [Int: PartSeal]
  private let lock: FileLock

  /// - Throws: `TasksError` for a folder without a batch, and one to which a run writes; `BatchFolderFailure` for a damaged one.
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
    guard try !BatchFolder.hasStagedFiles(in: path) else {
      throw TasksError(
        .failedPreconditionError, "A run that wrote to \(path) was killed; run its command once more before merging.")
    }
    var seals: [Int: PartSeal] = [:]
    for part in try BatchFolder.listedParts(in: path, description.format) where description.has(part: part) {
      let files = BatchFolder.files(part, in: path, description.format)
      guard let seal = try Self.seal(of: part, files, description, in: path) else {
        throw BatchFolderFailure(
          .reading,
          TasksError(
            .dataLossError,
            "\(files.results) is not what was written; run the command of \(path) once more before merging."
          ))
      }
      seals[part] = seal
    }
    self.seals = seals
  }

  private static func seal(
    of part: Int, _ files: PartFiles, _ description: BatchDescription, in path: String
  ) throws -> PartSeal? {
    guard description.layout == nil else { return try files.seal() }
    return try BatchFolder.olderFailures(of: part, description, in: path).map {
      try PartSeal(results: FileSeal(of: files.results), failures: $0)
    }
  }

  /// A part's results.
  func results(_ part: Int) -> String { BatchFolder.files(part, in: path, description.format).results }

  /// The lines of a part's failed inputs.
  func failures(of part: Int) throws -> [[UInt8]] {
    guard description.layout != nil else { return BatchFolder.olderFailures(of: part, description, in: path) ?? [] }
    return try BatchFolder.files(part, in: path, description.format).failures()
  }

  func manifest() throws(BatchFolderFailure) -> ManifestReader {
    try ManifestReader(path: path.appendingPath(BatchFolder.manifestName))
  }
}
