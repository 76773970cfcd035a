import Foundation
import VisionMedia
import VisionTasks

extension BatchFolder {
  /// Joins the errors of all finished parts to `errors.jsonl`.
  ///
  /// - Parameter parts: The parts, ascending.
  /// - Returns: The number of failed inputs.
  /// - Throws: `BatchFolderFailure`.
  func joinErrors(of parts: some Sequence<Int>) throws -> Int {
    let path = path.appendingPath(Self.errorsListName)
    let output = try StagedLines(path: path)
    var count = 0
    for part in parts {
      _ = try files(part).readRecord { line in
        try output.add(line)
        count += 1
      }
    }
    try output.publish()
    return count
  }
}
