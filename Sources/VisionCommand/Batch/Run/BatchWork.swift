import Foundation
import VisionTasks

/// What a run has to do: parts, and which of their inputs.
struct BatchWork {
  private let description: BatchDescription
  /// The numbers to process, by the parts to work on.
  private let shares: [Int: IndexSet]
  /// The number of inputs to process.
  let inputCount: Int
  /// Whether finished parts are completed.
  let isRetry: Bool

  /// The work on a folder.
  ///
  /// - Parameters:
  ///   - description: The batch.
  ///   - folder: Its folder.
  ///   - isRetry: Whether only failed inputs are tried again.
  /// - Throws: `BatchFolderFailure` for damaged lists of errors.
  init(_ description: BatchDescription, in folder: BatchFolder, isRetry: Bool) throws {
    self.description = description
    self.isRetry = isRetry
    var shares: [Int: IndexSet] = [:]
    var count = 0
    for part in description.parts where folder.isFinished(part) == isRetry {
      let numbers = description.numbers(ofPart: part)
      // A damaged list may name inputs of other parts, and one twice.
      let share =
        isRetry
        ? IndexSet(try folder.files(part).failedNumbers().filter(numbers.contains)) : IndexSet(integersIn: numbers)
      if share.isEmpty { continue }
      shares[part] = share
      count += share.count
    }
    self.shares = shares
    inputCount = count
  }

  /// Passes on the inputs in order.
  ///
  /// - Parameters:
  ///   - manifest: The manifest's path.
  ///   - body: Receives each input; false ends.
  /// - Throws: `BatchFolderFailure` for a damaged manifest; what `body` throws.
  func forEach(manifest: String, _ body: (BatchUnit) throws -> Bool) throws {
    guard !shares.isEmpty else { return }
    let reader = try ManifestReader(path: manifest)
    for part in description.parts {
      let share = shares[part] ?? IndexSet()
      for number in description.numbers(ofPart: part) {
        guard share.contains(number) else {
          _ = try reader.nextLine(number: number)
          continue
        }
        let unit = BatchUnit(entry: try reader.next(number: number), isLastOfPart: number == share.last)
        guard try body(unit) else { return }
      }
    }
  }
}
