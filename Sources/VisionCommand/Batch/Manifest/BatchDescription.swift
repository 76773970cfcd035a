import VisionCore

/// Everything that a batch's results depend on: `batch.json`, whose presence means that the manifest is complete.
struct BatchDescription: Codable, Hashable, Sendable {
  static let partSizes = 1...1_000_000

  let task, model: String
  let options: [String: String]
  let format: BatchFormat
  let partSize: Int
  let segmentSeconds: Double?
  let version: String
  var shard: Shard
  /// Nil without labels.
  var labels: BatchLabels?
  /// The number of inputs of all shards, and the SHA-256 of their lines in the manifest, without their stamps.
  var inputCount = 0
  var inputDigest = ""
  /// The working folder that paths of the manifest are relative to; nil where all are absolute.
  var folder: String?
  private(set) var layout = Self.currentLayout

  private static let currentLayout = 2

  var partCount: Int { inputCount / partSize + (inputCount % partSize == 0 ? 0 : 1) }
  var parts: some Sequence<Int> { stride(from: shard.index, to: partCount, by: shard.count) }
  /// The numbers of the shard's inputs.
  var numbers: some Sequence<Int> { parts.lazy.flatMap(numbers(ofPart:)) }

  var shardInputCount: Int {
    guard shard.index < partCount else { return 0 }
    let count = (partCount - 1 - shard.index) / shard.count + 1
    // The last of all parts may be short.
    let missing = shard.has(part: partCount - 1) ? partSize - numbers(ofPart: partCount - 1).count : 0
    return count * partSize - missing
  }

  /// Whether subjects of videos have tracking IDs.
  var isTracked: Bool { options["--track"] != nil }

  func has(part: Int) -> Bool { (0..<partCount).contains(part) && shard.has(part: part) }
  func numbers(ofPart part: Int) -> Range<Int> { part * partSize..<min((part + 1) * partSize, inputCount) }
  func part(of number: Int) -> Int { number / partSize }

  /// Whether it has the same inputs and options; the working folder may be another.
  func isSame(as other: BatchDescription) -> Bool {
    differences(here: other).isEmpty && (inputCount, inputDigest) == (other.inputCount, other.inputDigest)
  }

  /// The differences but for the inputs, for a message: "--num-hands is 1 there and 2 here".
  func differences(here other: BatchDescription, places: (String, String) = ("there", "here")) -> [String] {
    let pairs: [(name: String, there: String, here: String)] = [
      ("the task", task, other.task), ("the model", model, other.model),
      ("--format", format.rawValue, other.format.rawValue), ("--part-size", "\(partSize)", "\(other.partSize)"),
      ("--segment-seconds", Self.text(segmentSeconds), Self.text(other.segmentSeconds)),
      ("the choice of labels", labels?.description ?? "none", other.labels?.description ?? "none"),
      ("--shard", "\(shard)", "\(other.shard)"), ("the version of vision", version, other.version),
    ]
    let flags = Set(options.keys).union(other.options.keys).sorted()
    return (pairs + flags.map { ($0, options[$0] ?? "not given", other.options[$0] ?? "not given") })
      .filter { $0.there != $0.here }.map { "\($0.name) is \($0.there) \(places.0) and \($0.here) \(places.1)" }
  }

  private static func text(_ seconds: Double?) -> String { seconds.map { $0.plainText } ?? "not given" }

  /// Whether it is sane enough to compute with: a file may be damaged.
  var isPlausible: Bool {
    Self.partSizes.contains(partSize) && Shard.counts.contains(shard.count) && (0..<shard.count).contains(shard.index)
      && inputCount >= 0 && inputCount <= Int.max - partSize && layout == Self.currentLayout
  }
}
