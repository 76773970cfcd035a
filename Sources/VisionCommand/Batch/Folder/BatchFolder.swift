import Foundation
import VisionCatalog
import VisionMedia
import VisionTasks

/// The folder of a batch's results, locked against other runs.
///
/// ```
/// batch.json, manifest.jsonl       what the batch is; written first
/// part-00000.jsonl, …              results of finished parts
/// errors.jsonl                     inputs that failed; joined at the end of every run
/// .batch/done-00000.jsonl, …       the record of a finished part: inputs that failed, and the digest of its results
/// .batch/lock
/// ```
struct BatchFolder {
  let path: String
  let format: BatchFormat
  private let lock: FileLock

  /// Opens a folder for writing. Nothing in it changes before `restore`.
  ///
  /// - Parameters:
  ///   - path: The folder; created if missing.
  ///   - format: The format of the parts.
  /// - Throws: `TasksError` with `unavailableError` when another run has it; `BatchFolderFailure`.
  init(path: String, format: BatchFormat) throws {
    let created = DurableFolder.missing(Self.hiddenFolder(of: path))
    try OutputFolder.make(path, option: "--out")
    try OutputFolder.make(Self.hiddenFolder(of: path), option: "--out")
    do {
      lock = try FileLock(ifFree: Self.lockFile(of: path))
    } catch {
      guard error.code == .unavailableError else { throw error }
      throw TasksError(
        .unavailableError, "Another run writes to \(path). Wait for its end, or name another folder for --out.")
    }
    (self.path, self.format) = (path, format)
    try Self.writing(path) { () throws(FileFailure) in try DurableFolder.flushNames(of: created) }
  }

  /// Completes what an earlier run had decided to write, and removes what it left unfinished.
  ///
  /// - Parameter stored: The folder's batch, of the same format; nil for a new one, which has no parts.
  /// - Returns: The batch, in the layout of this version.
  /// - Throws: `BatchFolderFailure`.
  func restore(_ stored: BatchDescription?) throws -> BatchDescription? {
    try removeUnfinished()
    guard let stored else { return nil }
    let current = try adopt(stored)
    try recover()
    return current
  }

  /// The folder of what is not for users.
  static func hiddenFolder(of path: String) -> String { path.appendingPath(".batch") }

  static func lockFile(of path: String) -> URL { URL(filePath: hiddenFolder(of: path)).appending(path: "lock") }

  private var hiddenFolder: String { Self.hiddenFolder(of: path) }

  private func file(_ name: String) -> String { path.appendingPath(name) }
  private func hiddenFile(_ name: String) -> String { hiddenFolder.appendingPath(name) }

  var manifest: String { file(Self.manifestName) }
  static let manifestName = "manifest.jsonl"
  static let errorsListName = "errors.jsonl"
  private static let descriptionName = "batch.json"
  private static let partStart = "part-"

  /// The description's path.
  static func description(in path: String) -> String { path.appendingPath(descriptionName) }

  /// The path of a finished part.
  func part(_ part: Int) -> String { file(Self.partName(part, format)) }

  static func partName(_ part: Int, _ format: BatchFormat) -> String {
    "\(partStart)\(number(part)).\(format.rawValue)"
  }

  /// The path of a part's results before they are moved to their place.
  func staged(_ part: Int) -> String { hiddenFile("\(Self.stagedStart)\(Self.number(part))\(Self.stagedEnd)") }

  private static let (stagedStart, stagedEnd) = ("staged-", ".results")

  /// The part whose results a hidden name has before they are moved to their place; nil for other names.
  static func stagedPart(_ name: String) -> Int? { part(of: name, stagedStart, [stagedEnd]) }

  /// Whether a killed run has left files that the next run moves to their places.
  static func hasStagedFiles(in path: String) throws(BatchFolderFailure) -> Bool {
    try names(in: hiddenFolder(of: path)).contains { part(of: $0, stagedStart, [stagedEnd, ".errors"]) != nil }
  }

  /// The part in a name of a start, digits and one of some ends.
  static func part(of name: String, _ start: String, _ ends: [String]) -> Int? {
    guard name.hasPrefix(start), let end = ends.first(where: name.hasSuffix) else { return nil }
    let digits = name.dropFirst(start.count).dropLast(end.count)
    guard let part = Int(digits), part >= 0, number(part) == digits else { return nil }
    return part
  }

  /// Five digits, more for larger numbers.
  static func number(_ part: Int) -> String { String(repeating: "0", count: max(5 - "\(part)".count, 0)) + "\(part)" }

  /// The parts that have a file of results, ascending.
  func listedParts() throws(BatchFolderFailure) -> [Int] { try Self.listedParts(in: path, format) }

  /// The parts that have a file of results, ascending.
  static func listedParts(in path: String, _ format: BatchFormat) throws(BatchFolderFailure) -> [Int] {
    try names(in: path).compactMap { part(of: $0, partStart, [".\(format.rawValue)"]) }.sorted()
  }

  /// The finished parts of a batch, and those whose files are not what was written.
  func finishedParts(of description: BatchDescription) throws -> (whole: Set<Int>, damaged: [Int]) {
    var (whole, damaged): (Set<Int>, [Int]) = ([], [])
    for part in try listedParts() where description.has(part: part) {
      if try files(part).seal() != nil { whole.insert(part) } else { damaged.append(part) }
    }
    return (whole, damaged)
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The names in the hidden folder, sorted.
  func hiddenNames() throws(BatchFolderFailure) -> [String] { try Self.names(in: hiddenFolder) }

  /// - Throws: `BatchFolderFailure` for a folder that cannot be listed.
  private static func names(in folder: String) throws(BatchFolderFailure) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch {
      throw BatchFolderFailure(
        .reading,
        TasksError(.permissionDeniedError, "The folder \(folder) cannot be listed: \(error.localizedDescription)"))
    }
  }

  /// Whether there are results of a batch without a description.
  func hasForeignParts() throws -> Bool {
    try Self.names(in: path).contains { $0.hasPrefix(Self.partStart) || $0 == Self.errorsListName }
  }

  /// The starts of hidden names that a batch's files have until they are complete; "probe" is that of `OutputFolder`.
  private static let unfinishedStarts = [
    descriptionName + ".", manifestName + ".", errorsListName + ".", partStart, stagedStart, recordStart, "probe.",
  ]

  /// Removes files that a killed run left under hidden names. Files of others stay.
  private func removeUnfinished() throws {
    for folder in [path, hiddenFolder] {
      for name in try Self.names(in: folder)
      where UnfinishedFile.isHiddenName(name) && Self.unfinishedStarts.contains(where: { name.hasPrefix("." + $0) }) {
        unlink(folder.appendingPath(name))
      }
    }
  }

  /// The files of a part.
  func files(_ part: Int) -> PartFiles { Self.files(part, in: path, format) }

  static func files(_ part: Int, in path: String, _ format: BatchFormat) -> PartFiles {
    PartFiles(
      results: path.appendingPath(partName(part, format)),
      record: hiddenFolder(of: path).appendingPath("\(recordStart)\(number(part)).jsonl"))
  }

  private static let recordStart = "done-"

  /// Runs a write to one of the batch's files.
  ///
  /// - Throws: `BatchFolderFailure` when it fails.
  static func writing<Value>(_ path: String, _ body: () throws(FileFailure) -> Value) throws -> Value {
    do { return try body() } catch { throw BatchFolderFailure(.writing, error.writing(path)) }
  }
}

extension BatchFolder {
  /// The largest description that is read, in bytes.
  private static let descriptionLimit = 1 << 20

  /// The batch of a folder; nil without one.
  ///
  /// - Throws: `BatchFolderFailure` for a damaged description, and for one that states more inputs than the manifest can have.
  static func storedDescription(in path: String) throws(BatchFolderFailure) -> BatchDescription? {
    let file = description(in: path)
    guard exists(file) else { return nil }
    let lines = try FolderLines(path: file)
    var text: [UInt8] = []
    while let line = try lines.next(), text.count < descriptionLimit { text += line }
    let stored = try BatchJSON.decode(BatchDescription.self, from: text, of: file)
    guard stored.isPlausible, stored.shardInputCount <= manifestSize(in: path) else {
      throw BatchFolderFailure(
        .reading,
        TasksError(
          .dataLossError, "\(file) does not belong to its manifest; start the batch again in another folder."))
    }
    return stored
  }

  /// The number of bytes of the manifest, of which every input has several; 0 without one.
  private static func manifestSize(in path: String) -> Int {
    FilePlace(path: path.appendingPath(manifestName)).size
  }

  /// Stores the description, which makes the manifest valid.
  func store(_ description: BatchDescription) throws {
    let path = Self.description(in: path)
    let text = Data(try BatchJSON.pretty(description).utf8) + Data("\n".utf8)
    try Self.writing(path) { () throws(FileFailure) in
      let file = try UnfinishedFile(for: path)
      try text.write(to: file.descriptor)
      try file.publishDurably()
    }
  }
}

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
