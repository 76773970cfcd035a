import VisionMedia
import VisionTasks

struct BatchUnit: Sendable {
  let entry: ManifestEntry
  let isLastOfPart: Bool
}

enum BatchOutcome: Sendable {
  case found(UnitText, frames: Int, warnings: [String])
  case failed(FailedInput)
  case stopped
  /// The machine has no room for it: memory, descriptors, or a place for temporary files. The run ends.
  case withoutRoom(TasksError)
}

final class BatchWorker {
  private let format: BatchFormat
  private let hasSizes, isTracked: Bool
  private let orientation: ImageOrientation
  private let decodingThreads: Int
  private let followsPlaylists: Bool
  private let stop: StopSignal
  private let memory: BatchMemory
  private let makeTask: (RunningMode) throws -> any AnyVisionTask
  private var tasks = ModeTasks()

  init(
    format: BatchFormat, hasSizes: Bool = false, isTracked: Bool = false, orientation: ImageOrientation,
    decodingThreads: Int, memory: BatchMemory, followsPlaylists: Bool = false, stop: StopSignal,
    makeTask: @escaping (RunningMode) throws -> any AnyVisionTask
  ) throws {
    (self.format, self.orientation, self.decodingThreads) = (format, orientation, decodingThreads)
    (self.memory, self.followsPlaylists) = (memory, followsPlaylists)
    (self.hasSizes, self.isTracked) = (hasSizes, isTracked)
    (self.stop, self.makeTask) = (stop, makeTask)
    _ = try tasks.task(for: .image) { try makeTask(.image) }
  }

  /// Processes an input. A video fails as a whole with its first failed frame.
  func process(_ entry: ManifestEntry) -> BatchOutcome {
    guard !stop.isRaised else { return .stopped }
    var frames = 0
    do {
      if let change = try entry.change {
        throw TasksError.failedPrecondition("It was changed after the batch began: \(change).")
      }
      return try memory.with(entry) { pixelLimit in
        let options = InputFrames.Options(
          segment: entry.segment, decodingThreads: decodingThreads, pixelLimit: pixelLimit,
          followsPlaylists: followsPlaylists)
        return try InputFrames(entry.source, options, stop: stop)
      } _: { input in
        let mode = input.isVideo ? RunningMode.video : .image
        let task = try tasks.task(for: mode) { try makeTask(mode) }
        let text = UnitText()
        while let frame = try input.next() {
          guard !stop.isRaised else { return .stopped }
          let output = try task.output(of: frame, orientation, isTimed: input.isVideo)
          let (heading, lines) = try format.lines(
            number: entry.number, input: input, frame: frame, output: output, hasSizes: hasSizes,
            isTracked: isTracked)
          try text.add(heading: heading, lines)
          frames += 1
        }
        return .found(text, frames: frames, warnings: input.warnings + input.notes)
      }
    } catch let error as LostOutput {
      return .withoutRoom(TasksError(.resourceExhaustedError, error.message))
    } catch let error as TasksError where error.code == .resourceExhaustedError && !stop.isRaised {
      return .withoutRoom(TasksError(error.code, "\(entry.source): \(error.message)"))
    } catch {
      // Waiting for a pipe is given up then, which is no failure.
      if stop.isRaised { return .stopped }
      // The frame of the whole video.
      let first = entry.segment?.firstFrame ?? 0
      return .failed(FailedInput(entry, error, frame: frames > 0 ? first + frames : nil))
    }
  }
}

/// The lines of one input's results, in memory while they are few, else in a temporary file. `@unchecked Sendable` is
/// safe because a pool's thread fills it and hands it over; afterwards only the main thread uses it.
final class UnitText: @unchecked Sendable {
  private static let memoryLimit = 1 << 20

  private(set) var heading: String?
  private var lines = Data()
  private var spool: SpooledText?

  func add(heading: String?, _ added: [String]) throws {
    self.heading = self.heading ?? heading
    for line in added { lines.append(contentsOf: Data((line + "\n").utf8)) }
    guard lines.count > Self.memoryLimit else { return }
    // An unusable temporary folder is no fault of the input.
    do { spool = try spool ?? SpooledText() } catch { throw LostOutput(message: error.localizedDescription) }
    try spool?.write(contentsOf: lines)
    lines.removeAll(keepingCapacity: true)
  }

  func write(to output: StagedLines) throws {
    do {
      try spool?.forEachPart { try output.add(contentsOf: $0) }
    } catch let failure as FileFailure {
      throw BatchFolderFailure(.writing, failure.reading(UnfinishedFile.temporaryFolder))
    }
    try output.add(contentsOf: lines)
  }
}
