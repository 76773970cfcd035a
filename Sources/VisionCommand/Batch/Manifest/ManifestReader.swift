import VisionTasks

/// Reads the entries of a manifest in order.
final class ManifestReader {
  private let lines: FolderLines

  init(path: String) throws(BatchFolderFailure) {
    lines = try FolderLines(path: path)
  }

  /// Returns the next entry.
  ///
  /// - Throws: `BatchFolderFailure` for a manifest that is damaged, or at its end.
  func next(number: Int) throws(BatchFolderFailure) -> ManifestEntry {
    try entry(in: try nextLine(number: number), number: number)
  }

  /// Decodes a line.
  ///
  /// - Throws: `BatchFolderFailure` for one that is damaged.
  func entry(in line: [UInt8], number: Int) throws(BatchFolderFailure) -> ManifestEntry {
    let entry = try BatchJSON.decode(ManifestEntry.self, from: line, of: lines.path)
    guard entry.number == number else { throw damaged(number) }
    return entry
  }

  /// Returns the next entry's line.
  func nextLine(number: Int) throws(BatchFolderFailure) -> [UInt8] {
    guard let line = try lines.next() else { throw damaged(number) }
    return line
  }

  private func damaged(_ number: Int) -> BatchFolderFailure {
    BatchFolderFailure(
      .reading,
      TasksError(
        .dataLossError,
        "The line of input \(number) in \(lines.path) is damaged or missing; start the batch again in another folder."))
  }
}
