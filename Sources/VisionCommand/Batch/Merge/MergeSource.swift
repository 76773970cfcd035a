import Foundation
import VisionCatalog
import VisionTasks

/// A folder to merge. No run may write to it meanwhile.
struct MergeSource {
  let folder: BatchFolder
  let description: BatchDescription
  /// The seals of the finished parts, so that memory is taken for files that exist only.
  let seals: [Int: PartSeal]

  /// Throws `TasksError` for a folder without a batch, and one to which a run writes; `BatchFolderFailure` for a damaged one.
  init(path: String) throws {
    guard let description = try BatchFolder.storedDescription(in: path) else {
      throw TasksError.invalidArgument("\(path) has no batch.json; name folders that vision batch has written.")
    }
    self.description = description
    folder = try BatchFolder(reading: path, format: description.format)
    guard try !folder.hasStagedFiles() else {
      throw TasksError(
        .failedPreconditionError, "A run that wrote to \(path) was killed; run its command once more before merging.")
    }
    var seals: [Int: PartSeal] = [:]
    for part in try folder.listedParts() where description.has(part: part) {
      let files = folder.files(part)
      guard let seal = try Self.seal(of: part, files, description, in: folder) else {
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
    of part: Int, _ files: PartFiles, _ description: BatchDescription, in folder: BatchFolder
  ) throws -> PartSeal? {
    guard description.layout == nil else { return try files.seal() }
    return try folder.olderFailures(of: part, description).map {
      try PartSeal(results: FileSeal(of: files.results), failures: $0)
    }
  }

  var path: String { folder.path }

  /// The lines of a part's failed inputs.
  func failures(of part: Int) throws -> [[UInt8]] {
    guard description.layout != nil else { return folder.olderFailures(of: part, description) ?? [] }
    return try folder.files(part).failures()
  }
}
