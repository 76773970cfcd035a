import ArgumentParser
import VisionTasks

struct BatchPreparation {
  let options: BatchOptions
  let description: BatchDescription

  func prepare() throws -> (BatchFolder, BatchDescription, finished: Set<Int>) {
    try ValidationError.wrapping {
      guard !options.takesManifest || BatchFolder.exists(BatchFolder.description(in: options.out)) else {
        throw ValidationError("No input was given; name images, a folder of images, videos, archives or a --list.")
      }
      try OutputPlan.refuse(options.out, amongInputs: options.inputs)
      let folder = try BatchFolder(path: options.out, format: description.format)
      let stored = try BatchFolder.storedDescription(in: folder.path)
      if let stored { try compare(stored) } else { try refuseForeign(folder) }
      try folder.restore(stored)
      let finished = try stored.map { try finishedParts(of: $0, in: folder) } ?? []
      let failed = try Set(finished.flatMap { try folder.files($0).failedNumbers() })
      let listed = options.takesManifest ? nil : try list(folder, stored, failed: failed)
      guard let result = listed ?? stored else { throw ValidationError("There are no inputs.") }
      if options.takesManifest { try ManifestListing.compareFiles(of: folder.manifest, result, failed: failed) }
      if stored == nil { try folder.store(result) }
      note(result)
      return (folder, result, finished)
    }
  }

  private func compare(_ stored: BatchDescription) throws {
    let differences = stored.differences(here: description)
    guard differences.isEmpty else {
      throw ValidationError(
        "\(options.out) has another batch: \(differences.joined(separator: "; ")). Continue it with the options that it was "
          + "started with, or name another folder for --out.")
    }
    if let folder = stored.folder, folder != FileManager.default.currentDirectoryPath {
      throw ValidationError(
        "The batch in \(options.out) was started in the folder \(folder) with relative paths; continue it there.")
    }
  }

  private func finishedParts(of stored: BatchDescription, in folder: BatchFolder) throws -> Set<Int> {
    let (whole, damaged) = try folder.finishedParts(of: stored)
    for part in damaged where !options.quiet {
      StandardError.print("\(folder.files(part).results) is not what was written; the part is made again.")
    }
    return whole
  }

  private func refuseForeign(_ folder: BatchFolder) throws {
    guard try !folder.hasForeignParts() else {
      throw ValidationError("\(options.out) has results, but no batch.json; name another folder for --out.")
    }
    try folder.refuseForeignLabels(of: description)
    if options.retryFailed {
      throw ValidationError(
        "--retry-failed needs a batch in \(options.out), where there is none; run without it first.")
    }
  }

  private func list(_ folder: BatchFolder, _ stored: BatchDescription?, failed: Set<Int>) throws -> BatchDescription {
    if stored == nil { try InputList.requireExisting(options.inputs) }
    let listing = try ManifestListing(
      path: folder.manifest, description: stored ?? description, isNew: stored == nil, failed: failed)
    let inputs = BatchInputs(options, segmentSeconds: description.segmentSeconds)
    let skippedCount = try inputs.forEach { try listing.add($0) }
    if !options.quiet, let note = InputList.note(skippedCount: skippedCount) { StandardError.print(note) }
    return try listing.finish()
  }

  private func note(_ description: BatchDescription) {
    guard !options.quiet, description.shard.count > description.partCount else { return }
    let size = max(description.inputCount / (4 * description.shard.count), 1)
    StandardError.print(
      "\(description.shard.count) shards have \(description.partCount.counted("part")), so some have nothing to do; "
        + "--part-size \(size) gives every shard several.")
  }
}
