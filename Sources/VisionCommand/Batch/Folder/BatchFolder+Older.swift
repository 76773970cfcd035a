import Foundation
import VisionMedia
import VisionTasks

/// Folders of versions that stored no digests. There a part was finished when its file had its name, and its failed inputs were in a list
/// in the hidden folder. Such a part is read line by line, and is taken as it is where every input has a line.
extension BatchFolder {
  /// The lines of an older part's failed inputs; nil for a part that is damaged or not whole.
  func olderFailures(of part: Int, _ description: BatchDescription) -> [[UInt8]]? {
    let numbers = description.numbers(ofPart: part)
    var lines: [[UInt8]] = []
    var (failed, found) = (IndexSet(), IndexSet())
    do throws(BatchFolderFailure) {
      let list = hidden("errors-\(Self.number(part)).jsonl")
      if Self.exists(list) {
        let errors = try FolderLines(path: list)
        while let line = try errors.next() {
          let number = try BatchJSON.decode(FailedInput.self, from: line, of: list).number
          guard numbers.contains(number), !failed.contains(number) else { return nil }
          failed.insert(number)
          lines.append(line)
        }
      }
      let rows = try PartRows(path: files(part).results, format: format)
      while try rows.next(before: .max) != nil {
        guard numbers.contains(rows.number), rows.number >= found.last ?? 0, !failed.contains(rows.number) else {
          return nil
        }
        found.insert(rows.number)
      }
    } catch {
      return nil
    }
    // An input may have no rows of CSV.
    return format == .csv || failed.union(found) == IndexSet(integersIn: numbers) ? lines : nil
  }

  /// Gives the parts of an older folder their records. What is not whole is made again. Returns the batch as it is stored now. Throws
  /// `BatchFolderFailure`.
  func adopt(_ stored: BatchDescription) throws -> BatchDescription {
    guard stored.layout == nil else { return stored }
    // A run was killed while it changed a part.
    let changing = Set(try hiddenNames().compactMap { Self.part(of: $0, "staged-", [".errors"]) })
    for part in try listedParts()
    where stored.has(part: part) && !Self.exists(files(part).record) {
      guard !changing.contains(part), let failures = olderFailures(of: part, stored) else { continue }
      let record = try PartRecordWriter(files(part))
      for line in failures { try record.add(line) }
      try record.publish(try FileSeal(of: files(part).results))
    }
    for name in try hiddenNames() where Self.part(of: name, "errors-", [".jsonl"]) != nil || name.hasSuffix(".errors") {
      unlink(hidden(name))
    }
    var description = stored
    description.layout = BatchDescription.currentLayout
    try store(description)
    return description
  }
}
