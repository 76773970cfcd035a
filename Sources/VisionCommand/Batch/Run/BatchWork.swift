import Foundation
import VisionTasks

/// What a run has to do: parts, and which of their inputs.
struct BatchWork {
  private let description: BatchDescription
  private let finished: Set<Int>
  /// The numbers of failed inputs that are tried again.
  let retried: Set<Int>
  let inputCount: Int
  /// Whether finished parts are completed.
  let isRetry: Bool

  /// The work on a folder. It takes memory for files that exist only: a description may state any number of parts. With `isRetry` only
  /// failed inputs are tried again. Throws `BatchFolderFailure` for damaged lists of errors.
  init(_ description: BatchDescription, in folder: BatchFolder, finished: Set<Int>, isRetry: Bool) throws {
    (self.description, self.finished, self.isRetry) = (description, finished, isRetry)
    var retried: Set<Int> = []
    if isRetry {
      // A list may name inputs of other parts, and one twice.
      for part in finished {
        retried.formUnion(
          try folder.files(part).failedNumbers().filter(description.numbers(ofPart: part).contains))
      }
    }
    self.retried = retried
    inputCount =
      isRetry
      ? retried.count
      : description.shardInputCount - finished.reduce(0) { $0 + description.numbers(ofPart: $1).count }
  }

  /// Passes on the inputs in order. A false of `body` ends. Throws `BatchFolderFailure` for a damaged manifest; what `body` throws.
  func forEach(manifest: String, _ body: (BatchUnit) throws -> Bool) throws {
    guard inputCount > 0 else { return }
    let reader = try ManifestReader(path: manifest)
    for part in description.parts {
      let numbers = description.numbers(ofPart: part)
      let last = isRetry ? numbers.last(where: retried.contains) : numbers.last
      for number in numbers {
        guard isRetry ? retried.contains(number) : !finished.contains(part) else {
          _ = try reader.nextLine(number: number)
          continue
        }
        let unit = BatchUnit(entry: try reader.next(number: number), isLastOfPart: number == last)
        guard try body(unit) else { return }
      }
    }
  }
}
