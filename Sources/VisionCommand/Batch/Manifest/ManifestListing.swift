import Foundation
import VisionCatalog
import VisionMedia
import VisionTasks

/// Lists the inputs of a batch: writes them as a new manifest, or compares them with an existing one.
final class ManifestListing {
  private enum Target {
    case new(StagedLines)
    case existing(ManifestReader)
  }

  private let path: String
  private let description: BatchDescription
  private let target: Target
  private let digest: SHA256Digest
  private var count = 0
  /// The first input that is another than in the existing manifest.
  private var difference: String?

  /// - Parameters:
  ///   - path: The manifest's path.
  ///   - description: The batch; of an existing manifest with its number and digest of inputs.
  ///   - isNew: Whether the manifest is written.
  /// - Throws: `BatchFolderFailure`.
  init(path: String, description: BatchDescription, isNew: Bool) throws {
    (self.path, self.description) = (path, description)
    digest = try SHA256Digest()
    if isNew {
      target = .new(try StagedLines(path: path))
    } else {
      target = .existing(try ManifestReader(path: path))
    }
  }

  /// Adds the next input.
  func add(_ entry: ManifestEntry) throws {
    let line = Array(try BatchJSON.line(entry).utf8)
    try digest.update(line + [UInt8(ascii: "\n")])
    count += 1
    guard description.shard.has(part: description.part(of: entry.number)) else { return }
    switch target {
    case .new(let lines): try lines.add(line)
    case .existing(let reader): try compare(entry, line, reader)
    }
  }

  private func compare(_ entry: ManifestEntry, _ line: [UInt8], _ reader: ManifestReader) throws {
    guard difference == nil, entry.number < description.inputCount else { return }
    guard try reader.nextLine(number: entry.number) != line else { return }
    difference = "input \(entry.number) is \(entry.source) now and was another"
  }

  /// Ends the listing. A new manifest gets its name.
  ///
  /// - Returns: The batch with the number and the digest of its inputs.
  /// - Throws: `TasksError` with `invalidArgumentError` when there are no inputs, or others than in the existing manifest.
  func finish() throws -> BatchDescription {
    var description = description
    description.inputCount = count
    description.inputDigest = try digest.hexadecimal()
    switch target {
    case .new(let lines):
      guard count > 0 else { throw TasksError.invalidArgument("There are no inputs; name images, folders or a list.") }
      try lines.publish()
    case .existing:
      guard description != self.description else { break }
      let reason =
        difference
        ?? (count == self.description.inputCount
          ? "inputs of other shards are others now" : "there are \(count) now and were \(self.description.inputCount)")
      throw TasksError.invalidArgument(
        "The inputs are not those of the batch in \(path.parentPath): \(reason). Give the same "
          + "inputs, none to continue with those of the manifest, or another folder for --out.")
    }
    return description
  }
}
