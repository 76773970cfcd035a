import VisionCatalog
import VisionMedia

/// The folder of a batch's results, locked against other runs.
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

  static let errorsListName = "errors.jsonl"
  private static let manifestName = "manifest.jsonl"
  private static let descriptionName = "batch.json"
  private static let partStart = "part-"
  private static let recordStart = "done-"
  private static let (stagedStart, stagedEnd) = ("staged-", ".results")

  /// Opens a folder for writing, and creates it if missing. Nothing in it changes before `restore`.
  init(path: String, format: BatchFormat) throws {
    let created = DurableFolder.missing(Self.hiddenFolder(of: path))
    try OutputFolder.make(path, option: "--out")
    try OutputFolder.make(Self.hiddenFolder(of: path), option: "--out")
    lock = try Self.lock(
      path, .exclusive, orElse: "Another run writes to \(path). Wait for its end, or name another folder for --out.")
    (self.path, self.format) = (path, format)
    try Self.writing(path) { try DurableFolder.flushNames(of: created) }
  }

  init(reading path: String, format: BatchFormat) throws {
    lock = try Self.lock(path, .shared, orElse: "A run writes to \(path); wait for its end.")
    (self.path, self.format) = (path, format)
  }

  private static func lock(
    _ path: String, _ kind: FileLock.Kind, orElse message: String
  ) throws(TasksError) -> FileLock {
    do {
      return try FileLock(ifFree: URL(literalPath: hiddenFolder(of: path)).appending(path: "lock"), kind)
    } catch { throw error.code == .unavailableError ? TasksError(.unavailableError, message) : error }
  }

  /// Completes what an earlier run had decided to write, and removes what it left unfinished.
  func restore(_ stored: BatchDescription?) throws {
    try removeUnfinished()
    if stored != nil { try recover() }
  }

  var manifest: String { path.appendingPath(Self.manifestName) }
  static func hiddenFolder(of path: String) -> String { path.appendingPath(".batch") }
  func hidden(_ name: String) -> String { Self.hiddenFolder(of: path).appendingPath(name) }

  func files(_ part: Int) -> PartFiles {
    let number = Self.number(part)
    return PartFiles(
      results: path.appendingPath("\(Self.partStart)\(number).\(format.rawValue)"),
      record: hidden("\(Self.recordStart)\(number).jsonl"), staged: hidden(Self.stagedStart + number + Self.stagedEnd))
  }

  static func number(_ part: Int) -> String { part.zeroPadded(to: 5) }

  private static func part(of name: String, _ start: String, _ end: String) -> Int? {
    guard name.hasPrefix(start), name.hasSuffix(end) else { return nil }
    let digits = name.dropFirst(start.count).dropLast(end.count)
    guard let part = Int(digits), part >= 0, number(part) == digits else { return nil }
    return part
  }

  func listedParts() throws(BatchFolderFailure) -> [Int] {
    try Self.names(in: path).compactMap { Self.part(of: $0, Self.partStart, ".\(format.rawValue)") }.sorted()
  }

  func finishedParts(of description: BatchDescription) throws -> (whole: Set<Int>, damaged: [Int]) {
    var (whole, damaged): (Set<Int>, [Int]) = ([], [])
    for part in try listedParts() where description.has(part: part) {
      if try files(part).seal() != nil { whole.insert(part) } else { damaged.append(part) }
    }
    return (whole, damaged)
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The parts with results that a killed run has left, which the next run moves to their places.
  func stagedParts() throws(BatchFolderFailure) -> [Int] {
    try Self.names(in: Self.hiddenFolder(of: path)).compactMap { Self.part(of: $0, Self.stagedStart, Self.stagedEnd) }
  }

  private static func names(in folder: String) throws(BatchFolderFailure) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch {
      throw .unreadable("The folder \(folder) cannot be listed: \(error.localizedDescription)", .permissionDeniedError)
    }
  }

  func hasForeignParts() throws -> Bool {
    try Self.names(in: path).contains { $0.hasPrefix(Self.partStart) || $0 == Self.errorsListName }
  }

  /// Throws where a file of labels is there that is not this batch's. Folders of labels may have been prepared with the
  /// images; their files are replaced one by one.
  func refuseForeignLabels(of description: BatchDescription) throws(TasksError) {
    let files = (description.labels?.kinds ?? []).filter { !$0.isFolder }.map { $0.ending(isVideo: false) }
    guard let file = files.first(where: { Self.exists(path.appendingPath($0)) }) else { return }
    throw .invalidArgument("\(path) has \(file), but no batch.json; name another folder for --out.")
  }

  /// The starts of hidden names that a batch's files have until they are complete; "probe" is that of `OutputFolder`.
  private static let unfinishedStarts = [
    descriptionName + ".", manifestName + ".", errorsListName + ".", partStart, stagedStart, recordStart, "probe.",
  ]

  /// Removes files that a killed run left under hidden names. Files of others stay.
  private func removeUnfinished() throws {
    for folder in [path, Self.hiddenFolder(of: path)] {
      for name in try Self.names(in: folder)
      where UnfinishedFile.isHiddenName(name) && Self.unfinishedStarts.contains(where: { name.hasPrefix("." + $0) }) {
        unlink(folder.appendingPath(name))
      }
    }
  }

  static func writing<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let failure as FileFailure {
      throw BatchFolderFailure(.writing, failure.writing(path))
    }
  }

  /// It has the names of all classes of a model with labels.
  private static let descriptionLimit = 1 << 26

  static func description(in path: String) -> String { path.appendingPath(descriptionName) }

  static func storedDescription(in path: String) throws(BatchFolderFailure) -> BatchDescription? {
    let file = description(in: path)
    guard exists(file) else { return nil }
    let lines = try FolderLines(path: file)
    var text: [UInt8] = []
    while let line = try lines.next(), text.count < descriptionLimit { text += line }
    let stored = try BatchJSON.decode(BatchDescription.self, from: text, of: file)
    let manifest = path.appendingPath(manifestName)
    guard FilePlace(path: manifest).kind != .nothing else {
      throw .unreadable("\(manifest) is missing; start the batch again in another folder.")
    }
    // Every input has several bytes of the manifest.
    guard stored.isPlausible, stored.shardInputCount <= FilePlace(path: manifest).size else {
      throw .unreadable("\(file) does not belong to its manifest; start the batch again in another folder.")
    }
    return stored
  }

  func store(_ description: BatchDescription) throws {
    let lines = try StagedLines(path: Self.description(in: path))
    try lines.add(try JSONText.pretty(description))
    try lines.publish()
  }

  func joinErrors(of parts: some Sequence<Int>) throws -> Int {
    let output = try StagedLines(path: path.appendingPath(Self.errorsListName))
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

/// A part's results and its record have to change together. The results are staged in the hidden folder. Then the
/// record, which has their digest, gets its name by one rename: with it everything is decided. At last the results are
/// moved to their place.
extension BatchFolder {
  func moveResults(of part: Int) throws {
    let files = files(part)
    try Self.writing(files.results) { guard rename(files.staged, files.results) == 0 else { throw FileFailure() } }
    // A name leaves one folder and enters the other.
    for folder in [path, Self.hiddenFolder(of: path)] { try Self.writing(folder) { try DurableFolder.flush(folder) } }
  }

  /// Completes parts that were decided, and removes staged results without a decision.
  private func recover() throws {
    for part in try stagedParts() {
      let files = files(part)
      if let seal = try files.readRecord(), try files.has(seal.results, at: files.staged) {
        try moveResults(of: part)
      } else {
        unlink(files.staged)
      }
    }
  }
}
