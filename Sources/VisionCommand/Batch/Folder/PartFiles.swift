import Foundation

/// The two files of a finished part.
struct PartFiles {
  let results: String
  /// The list of failed inputs; absent without any.
  let errors: String

  /// Whether both files have the same bytes as another folder's.
  func areSame(as other: PartFiles) -> Bool {
    [(results, other.results), (errors, other.errors)].allSatisfy { one, other in
      FileManager.default.contentsEqual(atPath: one, andPath: other)
        || !BatchFolder.exists(one) && !BatchFolder.exists(other)
    }
  }

  /// The numbers of the failed inputs.
  ///
  /// - Throws: `BatchFolderFailure` for a damaged list.
  func failedNumbers() throws(BatchFolderFailure) -> [Int] {
    guard BatchFolder.exists(errors) else { return [] }
    let lines = try FolderLines(path: errors)
    var numbers: [Int] = []
    while let failed = try lines.next(FailedInput.self) { numbers.append(failed.number) }
    return numbers
  }
}
