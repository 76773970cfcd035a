import Foundation
import VisionCatalog
import VisionMedia
import VisionTasks

/// Joins the folders of a batch's shards.
struct BatchMerge {
  let sources: [MergeSource]
  /// The batch without shards.
  let description: BatchDescription
  /// For each part the index of the first source that has it.
  let owners: [Int]

  /// Checks that the folders have all parts of one batch.
  ///
  /// - Throws: `MergeFailure` for folders of several batches, missing inputs, and parts that differ; `TasksError` for a folder that
  ///   is none of a batch.
  init(_ paths: [String]) throws {
    let sources = try paths.map { try MergeSource(path: $0) }
    guard let first = sources.first else { throw MergeFailure(message: "No folder was given.") }
    let description = first.description.with(shard: .whole)
    for source in sources.dropFirst() { try Self.compare(source, first) }
    var owners: [Int] = []
    var missing: [Range<Int>] = []
    for part in 0..<description.partCount {
      let having = sources.indices.filter { sources[$0].has(part) }
      guard let owner = having.first else {
        missing.append(description.numbers(ofPart: part))
        continue
      }
      owners.append(owner)
      for other in having.dropFirst() { try Self.compare(part, sources[owner], sources[other]) }
    }
    guard missing.isEmpty else { throw Self.missing(missing, of: description) }
    (self.sources, self.description, self.owners) = (sources, description, owners)
  }

  private static func compare(_ source: MergeSource, _ first: MergeSource) throws {
    let (there, here) = (first.description, source.description.with(shard: first.description.shard))
    var differences = there.differences(here: here)
    if there.inputDigest != here.inputDigest || there.inputCount != here.inputCount {
      differences.append("the inputs are \(there.inputCount) there and \(here.inputCount) others here")
    }
    guard differences.isEmpty else {
      throw MergeFailure(
        message: "\(source.path) has another batch than \(first.path): \(differences.joined(separator: "; ")).")
    }
  }

  private static func compare(_ part: Int, _ one: MergeSource, _ other: MergeSource) throws {
    let (a, b) = (one.files(part), other.files(part))
    guard !a.areSame(as: b) else { return }
    throw different(part, of: one.description, a, b)
  }

  static func different(_ part: Int, of description: BatchDescription, _ a: PartFiles, _ b: PartFiles) -> MergeFailure {
    MergeFailure(
      message: "The inputs \(text(description.numbers(ofPart: part))) have other results in \(b.results) than in "
        + "\(a.results). Remove the part that is wrong, and run that shard's command again.")
  }

  private static func missing(_ ranges: [Range<Int>], of description: BatchDescription) -> MergeFailure {
    let limit = 20
    var joined: [Range<Int>] = []
    for range in ranges {
      if let last = joined.last, last.upperBound == range.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<range.upperBound
      } else {
        joined.append(range)
      }
    }
    let count = ranges.reduce(0) { $0 + $1.count }
    let more = joined.count > limit ? ", and \(joined.count - limit) further ranges" : ""
    return MergeFailure(
      message: "\(count) of \(description.inputCount.counted("input")) \(count == 1 ? "is" : "are") missing: "
        + "\(joined.prefix(limit).map(text).joined(separator: ", "))\(more). Name all folders, and run the commands of shards "
        + "that are not finished.")
  }

  private static func text(_ numbers: Range<Int>) -> String {
    numbers.count == 1 ? "\(numbers.lowerBound)" : "\(numbers.lowerBound) to \(numbers.upperBound - 1)"
  }
}
