import Foundation
import VisionCatalog
import VisionMedia
import VisionTasks

extension BatchMerge {
  /// Writes the folder that one run without shards would have written.
  ///
  /// - Parameter path: The folder.
  /// - Returns: A summary.
  /// - Throws: `MergeFailure` for manifests that do not have all inputs, `BatchFolderFailure`; `TasksError` for a folder with other
  ///   results.
  func write(to path: String) throws -> String {
    guard !sources.contains(where: { FilePlace(path: $0.path) == FilePlace(path: path) }) else {
      throw TasksError.invalidArgument("--out is one of the folders to merge; name another one.")
    }
    let folder = try BatchFolder(path: path, format: description.format)
    let stored = try BatchFolder.storedDescription(in: path)
    guard try stored == description || (stored == nil && !folder.hasForeignParts()) else {
      throw TasksError.invalidArgument("\(path) has other results; name another folder for --out.")
    }
    try folder.restore(stored)
    if stored == nil {
      try writeManifest(to: folder)
      try folder.store(description)
    }
    for part in 0..<description.partCount where try isNewer(part, than: folder) { try copy(part, to: folder) }
    let failed = try folder.joinErrors(of: description.parts)
    return "\(description.inputCount.counted("input")) in \(description.partCount.counted("part")) of "
      + "\(sources.count.counted("folder")): none is missing; \(failed) failed"
  }

  /// Joins the manifests. Their digest proves that they are the list that every shard has seen.
  private func writeManifest(to folder: BatchFolder) throws {
    let output = try StagedLines(path: folder.manifest)
    let digest = try SHA256Digest()
    let readers = try sources.map { (source) throws(BatchFolderFailure) in try source.manifest() }
    for part in 0..<description.partCount {
      for number in description.numbers(ofPart: part) {
        var line: [UInt8] = []
        // Every folder that has the part's inputs moves on.
        for (source, reader) in zip(sources, readers) where source.description.shard.has(part: part) {
          line = try reader.nextLine(number: number)
        }
        try digest.update(line + [UInt8(ascii: "\n")])
        try output.add(line)
      }
    }
    guard try digest.hexadecimal() == description.inputDigest else {
      throw MergeFailure(
        message: "The manifests are damaged: together they are not the list that the shards were started with.")
    }
    try output.publish()
  }

  /// Whether a part is not in the folder, or a retry of its shard has left fewer failed inputs than the folder has. A retry in the
  /// folder itself counts as well.
  ///
  /// - Throws: `MergeFailure` for a part that differs in another way.
  private func isNewer(_ part: Int, than folder: BatchFolder) throws -> Bool {
    guard folder.isFinished(part) else { return true }
    let (source, target) = (sources[owners[part]].files(part), folder.files(part))
    guard !source.areSame(as: target) else { return false }
    let (failed, older) = (Set(try source.failedNumbers()), Set(try target.failedNumbers()))
    if failed.isStrictSubset(of: older) { return true }
    guard older.isStrictSubset(of: failed) else { throw Self.different(part, of: description, source, target) }
    return false
  }

  private func copy(_ part: Int, to folder: BatchFolder) throws {
    let source = sources[owners[part]].files(part)
    try copy(source.results, to: folder.staged(part, .results))
    try copy(BatchFolder.exists(source.errors) ? source.errors : nil, to: folder.staged(part, .errors))
    try folder.apply(part)
  }

  /// Copies a file; without one the copy is empty.
  private func copy(_ source: String?, to target: String) throws {
    let file = try BatchFolder.writing(target) { () throws(FileFailure) in try UnfinishedFile(for: target) }
    if let source {
      try Self.forEachPiece(of: source) { piece in
        try BatchFolder.writing(target) { () throws(FileFailure) in try piece.write(to: file.descriptor) }
      }
    }
    try BatchFolder.writing(target) { () throws(FileFailure) in try file.publishDurably() }
  }

  private static func forEachPiece(of path: String, _ body: (Data) throws -> Void) throws {
    do {
      // It closes itself when it is released.
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { try body(piece) }
    } catch let failure as BatchFolderFailure {
      throw failure
    } catch {
      throw BatchFolderFailure(
        .reading, TasksError(.dataLossError, "\(path) cannot be read: \(error.localizedDescription)"))
    }
  }
}
