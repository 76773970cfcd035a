import Foundation
import VisionMedia
import VisionTasks

/// A part's results and its record have to change together. The results are staged in the hidden folder. Then the record, which has their
/// digest, gets its name by one rename: with it everything is decided. At last the results are moved to their place.
extension BatchFolder {
  /// Moves the staged results of a part to their place.
  func moveResults(of part: Int) throws {
    let target = self.part(part)
    try Self.writing(target) { () throws(FileFailure) in
      guard rename(staged(part), target) == 0 else { throw FileFailure() }
    }
    // A name leaves one folder and enters the other.
    for folder in [path, Self.hiddenFolder(of: path)] {
      try Self.writing(folder) { () throws(FileFailure) in try DurableFolder.flush(folder) }
    }
  }

  /// Completes parts that were decided, and removes staged results without a decision.
  func recover() throws {
    for part in try hiddenNames().compactMap(Self.stagedPart) {
      if let seal = try files(part).readRecord(), try files(part).has(seal.results, at: staged(part)) {
        try moveResults(of: part)
      } else {
        unlink(staged(part))
      }
    }
  }
}
