import VisionCatalog

final class ManifestListing {
  private enum Target {
    case new(StagedLines)
    case existing(ManifestReader)
  }

  private let path: String
  private let description: BatchDescription
  private let target: Target
  private let failed: Set<Int>
  private let digest: SHA256Digest
  private var count = 0
  private var hasRelativePath = false
  private var difference: String?

  /// Inputs that failed may have been repaired, so their stamps may differ.
  init(path: String, description: BatchDescription, isNew: Bool, failed: Set<Int> = []) throws {
    (self.path, self.description, self.failed) = (path, description, failed)
    digest = try SHA256Digest()
    target = try isNew ? .new(StagedLines(path: path)) : .existing(ManifestReader(path: path))
  }

  func add(_ entry: ManifestEntry) throws {
    try digest.update(JSONText.line(entry) + [UInt8(ascii: "\n")])
    count += 1
    if entry.file.bytes.first != UInt8(ascii: "/") { hasRelativePath = true }
    guard description.shard.has(part: description.part(of: entry.number)) else { return }
    switch target {
    case .new(let lines): try lines.add(JSONText.line(try entry.stamped))
    case .existing(let reader): try compare(entry, reader)
    }
  }

  private func compare(_ entry: ManifestEntry, _ reader: ManifestReader) throws {
    guard difference == nil, entry.number < description.inputCount else { return }
    let line = try reader.nextLine(number: entry.number)
    if line == (try JSONText.line(try entry.stamped)) { return }
    let stored = try reader.entry(in: line, number: entry.number)
    if stored.with(nil) != entry {
      difference = "input \(entry.number) is \(entry.source) now and was another"
    } else {
      difference = try Self.change(of: stored, failed: failed)
    }
  }

  static func compareFiles(of path: String, _ description: BatchDescription, failed: Set<Int>) throws {
    let reader = try ManifestReader(path: path)
    for number in description.numbers {
      let entry = try reader.next(number: number)
      if let change = try change(of: entry, failed: failed) { throw refusal(path, change) }
    }
  }

  static func renewStamps(of numbers: Set<Int>, in path: String, _ description: BatchDescription) throws {
    guard !numbers.isEmpty else { return }
    let (reader, output) = (try ManifestReader(path: path), try StagedLines(path: path))
    for number in description.numbers {
      let line = try reader.nextLine(number: number)
      try output.add(
        numbers.contains(number) ? JSONText.line(try reader.entry(in: line, number: number).stamped) : line)
    }
    try output.publish()
  }

  private static func change(of entry: ManifestEntry, failed: Set<Int>) throws(TasksError) -> String? {
    guard !failed.contains(entry.number), let change = try entry.change else { return nil }
    return "input \(entry.number), \(entry.source), was changed after the batch began: \(change)"
  }

  private static func refusal(_ path: String, _ reason: String) -> TasksError {
    TasksError.invalidArgument(
      "The inputs are not those of the batch in \(path.parentPath): \(reason). Give the same "
        + "inputs, none to continue with those of the manifest, or another folder for --out.")
  }

  func finish() throws -> BatchDescription {
    var description = description
    description.inputCount = count
    description.inputDigest = try digest.hexadecimal()
    switch target {
    case .new(let lines):
      guard count > 0 else { throw TasksError.invalidArgument("There are no inputs; name images, folders or a list.") }
      try lines.publish()
      description.folder = hasRelativePath ? FileManager.default.currentDirectoryPath : nil
    case .existing:
      if let difference { throw Self.refusal(path, difference) }
      guard description != self.description else { break }
      throw Self.refusal(
        path,
        count == self.description.inputCount
          ? "inputs of other shards are others now" : "there are \(count) now and were \(self.description.inputCount)")
    }
    return description
  }
}

final class ManifestReader {
  private let lines: FolderLines

  init(path: String) throws(BatchFolderFailure) { lines = try FolderLines(path: path) }

  func next(number: Int) throws(BatchFolderFailure) -> ManifestEntry {
    try entry(in: try nextLine(number: number), number: number)
  }

  func entry(in line: [UInt8], number: Int) throws(BatchFolderFailure) -> ManifestEntry {
    let entry = try BatchJSON.decode(ManifestEntry.self, from: line, of: lines.path)
    guard entry.number == number else { throw damaged(number) }
    return entry
  }

  func nextLine(number: Int) throws(BatchFolderFailure) -> [UInt8] {
    guard let line = try lines.next() else { throw damaged(number) }
    return line
  }

  private func damaged(_ number: Int) -> BatchFolderFailure {
    .unreadable(
      "The line of input \(number) in \(lines.path) is damaged or missing; start the batch again in another folder.")
  }
}
