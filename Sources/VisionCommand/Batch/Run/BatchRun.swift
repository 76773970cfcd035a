import VisionTasks

/// Processes the inputs of a batch that are not done.
/// ```
/// manifest → pool: open, decode, task, encode (a thread per core) → part (this thread)
/// ```
/// The pool's results come in the order of the manifest, at most twice as many as threads, and are written at once.
final class BatchRun {
  private let description: BatchDescription
  private let work: BatchWork
  private let folder: BatchFolder
  private let stop: StopSignal
  private let isQuiet: Bool
  private var finished: Set<Int>
  private let line = ProgressDisplay()
  private var progress: BatchProgress
  private var writer: PartWriter?

  init(
    _ description: BatchDescription, _ work: BatchWork, in folder: BatchFolder, finished: Set<Int>, isQuiet: Bool,
    stop: StopSignal = .shared
  ) {
    (self.description, self.work, self.folder, self.finished) = (description, work, folder, finished)
    (self.isQuiet, self.stop) = (isQuiet, stop)
    progress = BatchProgress(
      doneBefore: work.isRetry ? 0 : description.shardInputCount - work.inputCount,
      total: work.isRetry ? work.inputCount : description.shardInputCount, isRetry: work.isRetry)
  }

  func run(
    poolSize: Int, memory: BatchMemory, orientation: ImageOrientation, followsPlaylists: Bool,
    makeTask: @escaping @Sendable (RunningMode) throws -> any AnyVisionTask
  ) throws {
    try ManifestListing.renewStamps(of: work.retried, in: folder.manifest, description)
    if work.inputCount > 0 {
      let (description, stop) = (description, stop)
      let pool = try TaskPool<BatchUnit, BatchOutcome>(size: poolSize) {
        let worker = try BatchWorker(
          format: description.format, hasSizes: description.labels != nil, isTracked: description.isTracked,
          orientation: orientation, decodingThreads: poolSize > 1 ? 1 : 0, memory: memory,
          followsPlaylists: followsPlaylists, stop: stop, makeTask: makeTask)
        return { worker.process($0.entry) }
      }
      try work.forEach(manifest: folder.manifest) { unit in
        try take(pool.submitBounded(unit))
        return !stop.isRaised
      }
      try take(pool.rest())
    }
    try finish()
  }

  private func take(_ results: [PoolResult<BatchUnit, BatchOutcome>]) throws {
    for result in results { try take(try result.result.get(), of: result.input) }
  }

  private func take(_ outcome: BatchOutcome, of unit: BatchUnit) throws {
    let entry = unit.entry
    // A part without one of its results is not finished.
    if case .stopped = outcome { writer = nil }
    guard !stop.isRaised || writer != nil else { return }
    let part = description.part(of: entry.number)
    let writer = try self.writer ?? PartWriter(part, in: folder, isRetry: work.isRetry)
    guard writer.part == part else {
      throw TasksError.internalFailure("A result of part \(part) came before part \(writer.part) was finished.")
    }
    self.writer = writer
    switch outcome {
    case .found(let text, let frames, let warnings):
      for warning in warnings { report("\(entry.source): warning: \(warning)") }
      try writer.add(text, number: entry.number)
      progress.images += frames
    case .failed(let failure):
      try writer.add(failure)
      progress.failed += 1
      report("\(failure.path): \(failure.reason)")
    case .stopped: return
    case .withoutRoom(let error): throw BatchFolderFailure(.writing, error)
    }
    progress.done += 1
    if !isQuiet { line.update(progress.text) }
    guard unit.isLastOfPart else { return }
    try writer.commit()
    finished.insert(part)
    self.writer = nil
  }

  private func report(_ message: String) {
    guard !isQuiet else { return }
    line.interrupt()
    StandardError.printLine(message)
  }

  private func finish() throws {
    writer = nil
    let failed = try folder.joinErrors(of: finished.sorted())
    let done = finished.reduce(0) { $0 + description.numbers(ofPart: $1).count }
    let total = description.shardInputCount
    let notes = done == total && !stop.isRaised ? try BatchLabelJoin(description, in: folder)?.write() ?? [] : []
    if !isQuiet { line.interrupt() }
    for note in notes where note.isLoss || !isQuiet { StandardError.printLine(note.text) }
    if !isQuiet {
      StandardError.print(progress.summary(elapsed: line.elapsed, finished: done, of: total, failed: failed))
    }
    if let status = stop.status { throw status }
    guard failed == 0, done == total, !notes.contains(where: \.isLoss) else { throw ExitStatus.someInputsFailed }
  }
}

struct BatchWork {
  private let description: BatchDescription
  private let finished: Set<Int>
  let retried: Set<Int>
  let inputCount: Int
  let isRetry: Bool

  /// Takes memory for files that exist only: a description may state any number of parts.
  init(_ description: BatchDescription, in folder: BatchFolder, finished: Set<Int>, isRetry: Bool) throws {
    (self.description, self.finished, self.isRetry) = (description, finished, isRetry)
    var retried: Set<Int> = []
    if isRetry {
      for part in finished {
        // A list may name inputs of other parts, and one twice.
        retried.formUnion(try folder.files(part).failedNumbers().filter(description.numbers(ofPart: part).contains))
      }
    }
    self.retried = retried
    inputCount =
      isRetry
      ? retried.count : description.shardInputCount - finished.reduce(0) { $0 + description.numbers(ofPart: $1).count }
  }

  /// Passes on the inputs in order. A false of `body` ends.
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
