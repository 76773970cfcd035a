import ArgumentParser
import VisionCatalog

struct BatchMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the folders of a batch's shards, and prove that no input is missing or there twice.",
    discussion: """
      The folders have to be of the same batch: the same inputs, task, model and options. The result is the folder that one run \
      without --shard would have written. Missing inputs are named by their numbers, and nothing is written. A part that \
      several folders have must be the same in all of them.
      """)

  @Argument(help: ArgumentHelp("A folder that vision batch has written.", valueName: "folder"), completion: .directory)
  var folders: [String]

  @Option(help: ArgumentHelp("The folder of the joined results.", valueName: "folder"), completion: .directory)
  var out: String

  @Flag(help: "Print no summary.") var quiet = false

  func run() throws {
    do {
      let merge = try BatchMerge(folders)
      let (summary, isWhole) = try merge.write(to: out)
      if !quiet { StandardError.print(summary) }
      guard isWhole else { throw ExitStatus.someInputsFailed }
    } catch let error as MergeFailure {
      throw ExitStatus.someInputsFailed.reporting(error.message)
    } catch let failure as BatchFolderFailure {
      throw ExitStatus.unusableFolder.reporting(failure.error.message)
    } catch let error as TasksError { throw ValidationError(error.message) }
  }
}

struct MergeFailure: Error { let message: String }

struct BatchMerge {
  let sources: [MergeSource]
  let description: BatchDescription
  /// For each part the index of the first source that has it.
  let owners: [Int]

  init(_ paths: [String]) throws {
    let sources = try paths.map { try MergeSource(path: $0) }
    guard let first = sources.first else { throw MergeFailure(message: "No folder was given.") }
    var description = first.description
    description.shard = .whole
    for source in sources.dropFirst() {
      try Self.compare(source, first)
      // Where the folders differ, relative paths mean nothing any more.
      if source.description.folder != description.folder { description.folder = nil }
    }
    var found: [Int: Int] = [:]
    for (index, source) in sources.enumerated() {
      for (part, seal) in source.seals {
        let owner = found[part, default: index]
        found[part] = owner
        guard sources[owner].seals[part] == seal else {
          throw Self.different(
            part, of: description, sources[owner].folder.files(part).results, source.folder.files(part).results)
        }
      }
    }
    // A description may state any number of parts; those that exist are counted first.
    guard found.count == description.partCount else { throw Self.missing(Set(found.keys), of: description) }
    owners = (0..<description.partCount).compactMap { found[$0] }
    (self.sources, self.description) = (sources, description)
  }

  private static func compare(_ source: MergeSource, _ first: MergeSource) throws {
    var (there, here) = (first.description, source.description)
    there.shard = here.shard
    var differences = there.differences(here: here, places: ("in \(first.path)", "in \(source.path)"))
    if there.inputDigest != here.inputDigest || there.inputCount != here.inputCount {
      let counts = [there, here].map { $0.inputCount.counted("input") }
      differences.append("\(first.path) is of \(counts[0]) and \(source.path) of \(counts[1]), which are not the same")
    }
    guard differences.isEmpty else {
      throw MergeFailure(
        message: "The folders \(first.path) and \(source.path) are of different batches: "
          + differences.joined(separator: "; ") + ".")
    }
  }

  static func different(_ part: Int, of description: BatchDescription, _ a: String, _ b: String) -> MergeFailure {
    MergeFailure(
      message:
        "The inputs \(text(description.numbers(ofPart: part))) have other results in \(b) than in \(a). Remove the "
        + "part that is wrong, and run that shard's command again.")
  }

  private static func missing(_ found: Set<Int>, of description: BatchDescription) -> MergeFailure {
    let limit = 20
    // The gaps between parts that are there.
    var gaps: [Range<Int>] = []
    var next = 0
    for part in found.sorted() + [description.partCount] {
      if part > next { gaps.append(next..<part) }
      next = part + 1
    }
    let ranges = gaps.map { part in
      description.numbers(ofPart: part.lowerBound)
        .lowerBound..<description.numbers(ofPart: part.upperBound - 1).upperBound
    }
    let count = ranges.reduce(0) { $0 + $1.count }
    let more = ranges.count > limit ? ", and \(ranges.count - limit) further ranges" : ""
    return MergeFailure(
      message: "\(count) of \(description.inputCount.counted("input")) \(count == 1 ? "is" : "are") missing: "
        + "\(ranges.prefix(limit).map(text).joined(separator: ", "))\(more). Name all folders, and run the commands of shards "
        + "that are not finished.")
  }

  private static func text(_ numbers: Range<Int>) -> String {
    numbers.count == 1 ? "\(numbers.lowerBound)" : "\(numbers.lowerBound) to \(numbers.upperBound - 1)"
  }

  /// Writes the folder that one run without shards would have written. Returns a summary, and whether all labels are
  /// there.
  func write(to path: String) throws -> (summary: String, isWhole: Bool) {
    guard !sources.contains(where: { FilePlace(path: $0.path) == FilePlace(path: path) }) else {
      throw TasksError.invalidArgument("--out is one of the folders to merge; name another one.")
    }
    let folder = try BatchFolder(path: path, format: description.format)
    let stored = try BatchFolder.storedDescription(in: path)
    guard try stored?.isSame(as: description) ?? !folder.hasForeignParts() else {
      throw TasksError.invalidArgument("\(path) has other results; name another folder for --out.")
    }
    let isThere = stored != nil
    if !isThere { try folder.refuseForeignLabels(of: description) }
    try folder.restore(stored)
    let newer = try (0..<description.partCount).filter { try isNewer($0, than: folder) }
    // The stamps of inputs are those of the results.
    if !isThere || !newer.isEmpty { try writeManifest(to: folder, isThere: isThere, newer: Set(newer)) }
    if !isThere { try folder.store(description) }
    for part in newer { try copy(part, to: folder) }
    let failed = try folder.joinErrors(of: description.parts)
    let notes = try BatchLabelJoin(description, in: folder)?.write() ?? []
    for note in notes { StandardError.printLine(note.text) }
    let summary =
      "\(description.inputCount.counted("input")) in \(description.partCount.counted("part")) of "
      + "\(sources.count.counted("folder")): none is missing; \(failed) failed"
    return (summary, !notes.contains(where: \.isLoss))
  }

  /// Joins the manifests. Their digest proves that they are the list that every shard has seen.
  private func writeManifest(to folder: BatchFolder, isThere: Bool, newer: Set<Int>) throws {
    let older = isThere ? try ManifestReader(path: folder.manifest) : nil
    let output = try StagedLines(path: folder.manifest)
    let digest = try SHA256Digest()
    let readers = try sources.map { try ManifestReader(path: $0.folder.manifest) }
    for part in 0..<description.partCount {
      for number in description.numbers(ofPart: part) {
        var entry: ManifestEntry?
        // Every folder that has the part's inputs moves on.
        for (index, reader) in readers.enumerated() where sources[index].description.has(part: part) {
          let line = try reader.nextLine(number: number)
          if index == owners[part] { entry = try reader.entry(in: line, number: number) }
        }
        if let line = try older?.nextLine(number: number), !newer.contains(part) {
          entry = try older?.entry(in: line, number: number)
        }
        guard let entry else { continue }
        try digest.update(JSONText.line(entry.with(nil)) + [UInt8(ascii: "\n")])
        try output.add(JSONText.line(entry))
      }
    }
    guard try digest.hexadecimal() == description.inputDigest else {
      throw MergeFailure(
        message: "The manifests are damaged: together they are not the list that the shards were started with.")
    }
    try output.publish()
  }

  /// Whether a part is not in the folder, or a retry of its shard has left fewer failed inputs than the folder has.
  private func isNewer(_ part: Int, than folder: BatchFolder) throws -> Bool {
    let source = sources[owners[part]]
    guard let seal = try folder.files(part).seal() else { return true }
    guard source.seals[part] != seal else { return false }
    let failed = Set(try source.folder.files(part).failedNumbers())
    let older = Set(try folder.files(part).failedNumbers())
    if failed.isStrictSubset(of: older) { return true }
    guard older.isStrictSubset(of: failed) else {
      throw Self.different(part, of: description, source.folder.files(part).results, folder.files(part).results)
    }
    return false
  }

  private func copy(_ part: Int, to folder: BatchFolder) throws {
    let source = sources[owners[part]]
    let results = try StagedLines(path: folder.files(part).staged)
    let path = source.folder.files(part).results
    do {
      try URL(literalPath: path).forEachPiece(results.add(contentsOf:))
    } catch let failure as BatchFolderFailure { throw failure } catch {
      throw BatchFolderFailure.unreadable("\(path) cannot be read: \(error.localizedDescription)")
    }
    let record = try PartRecordWriter(folder.files(part))
    for line in try source.folder.files(part).failures() { try record.add(line) }
    let seal = try results.publish()
    guard seal == source.seals[part]?.results else {
      throw BatchFolderFailure.unreadable("\(path) was changed while it was copied; merge again.")
    }
    try record.publish(seal)
    try folder.moveResults(of: part)
  }
}

/// A folder to merge. No run may write to it meanwhile.
struct MergeSource {
  let folder: BatchFolder
  let description: BatchDescription
  /// The seals of the finished parts, so that memory is taken for files that exist only.
  let seals: [Int: PartSeal]

  init(path: String) throws {
    guard let description = try BatchFolder.storedDescription(in: path) else {
      throw TasksError.invalidArgument("\(path) has no batch.json; name folders that vision batch has written.")
    }
    self.description = description
    folder = try BatchFolder(reading: path, format: description.format)
    guard try folder.stagedParts().isEmpty else {
      throw TasksError.failedPrecondition(
        "A run that wrote to \(path) was killed; run its command once more before merging.")
    }
    var seals: [Int: PartSeal] = [:]
    for part in try folder.listedParts() where description.has(part: part) {
      let files = folder.files(part)
      guard let seal = try files.seal() else {
        throw BatchFolderFailure.unreadable(
          "\(files.results) is not what was written; run the command of \(path) once more before merging.")
      }
      seals[part] = seal
    }
    self.seals = seals
  }

  var path: String { folder.path }
}
