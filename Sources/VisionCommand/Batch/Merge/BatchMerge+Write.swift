import VisionCatalog

extension BatchMerge {
  /// Writes the folder that one run without shards would have written. Returns a summary.
  func write(to path: String) throws -> String {
    guard !sources.contains(where: { FilePlace(path: $0.path) == FilePlace(path: path) }) else {
      throw TasksError.invalidArgument("--out is one of the folders to merge; name another one.")
    }
    let folder = try BatchFolder(path: path, format: description.format)
    let stored = try BatchFolder.storedDescription(in: path)
    guard try stored?.isSame(as: description) ?? !folder.hasForeignParts() else {
      throw TasksError.invalidArgument("\(path) has other results; name another folder for --out.")
    }
    try folder.restore(stored)
    let isThere = stored != nil
    let newer = try (0..<description.partCount).filter { try isNewer($0, than: folder) }
    // The stamps of inputs are those of the results.
    if !isThere || !newer.isEmpty { try writeManifest(to: folder, isThere: isThere, newer: Set(newer)) }
    if !isThere { try folder.store(description) }
    for part in newer { try copy(part, to: folder) }
    let failed = try folder.joinErrors(of: description.parts)
    for note in try BatchLabelJoin(description, in: folder)?.write() ?? [] { StandardError.print(note) }
    return "\(description.inputCount.counted("input")) in \(description.partCount.counted("part")) of "
      + "\(sources.count.counted("folder")): none is missing; \(failed) failed"
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
      // It closes itself when it is released.
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { try results.add(contentsOf: piece) }
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
