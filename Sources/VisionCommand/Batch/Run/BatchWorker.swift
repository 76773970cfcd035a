import Foundation
import VisionMedia
import VisionResults
import VisionTasks

/// An input to process.
struct BatchUnit: Sendable {
  let entry: ManifestEntry
  /// Whether it is the last one of its part in this run.
  let isLastOfPart: Bool
}

/// What became of an input.
enum BatchOutcome: Sendable {
  case found(UnitText, frames: Int, warnings: [String])
  case failed(FailedInput)
  /// The run was stopped before its end.
  case stopped
  /// The machine has no room for it: memory, descriptors, or a place for temporary files. The run ends.
  case withoutRoom(TasksError)
}

/// Processes inputs on one thread of a batch's pool.
final class BatchWorker {
  private let format: BatchFormat
  private let orientation: ImageOrientation
  private let decodingThreads: Int
  private let followsPlaylists: Bool
  private let stop: StopSignal
  private let memory: BatchMemory
  private let makeTask: (RunningMode) throws -> any AnyVisionTask
  private var tasks: [RunningMode: any AnyVisionTask] = [:]

  /// - Parameters:
  ///   - format: The format of the results.
  ///   - orientation: The orientation of the images.
  ///   - decodingThreads: The number of threads that decode a video; 0 for one per core.
  ///   - memory: The memory of all workers.
  ///   - followsPlaylists: Whether lists open the files that they name; false by default.
  ///   - stop: Stops between two frames.
  ///   - makeTask: Creates the task for images, at once, and the one for videos with the first.
  /// - Throws: Errors of `makeTask`.
  init(
    format: BatchFormat, orientation: ImageOrientation, decodingThreads: Int, memory: BatchMemory,
    followsPlaylists: Bool = false, stop: StopSignal, makeTask: @escaping (RunningMode) throws -> any AnyVisionTask
  ) throws {
    (self.format, self.orientation, self.decodingThreads) = (format, orientation, decodingThreads)
    (self.memory, self.followsPlaylists) = (memory, followsPlaylists)
    (self.stop, self.makeTask) = (stop, makeTask)
    tasks[.image] = try makeTask(.image)
  }

  /// Processes an input. A video fails as a whole with its first failed frame.
  func process(_ entry: ManifestEntry) -> BatchOutcome {
    guard !stop.isRaised else { return .stopped }
    var frames = 0
    do {
      if let change = try entry.change {
        throw TasksError(.failedPreconditionError, "It was changed after the batch began: \(change).")
      }
      return try memory.with(entry) { pixelLimit in
        try InputFrames(
          entry.source, segment: entry.segment, decodingThreads: decodingThreads, pixelLimit: pixelLimit,
          followsPlaylists: followsPlaylists, stop: stop)
      } _: { input in
        let task = try task(for: input.isVideo ? .video : .image)
        let text = UnitText()
        while let frame = try input.next() {
          guard !stop.isRaised else { return .stopped }
          let output = try output(of: frame, isVideo: input.isVideo, by: task)
          let (heading, lines) = try format.lines(number: entry.number, input: input, frame: frame, output: output)
          try text.add(heading: heading, lines)
          frames += 1
        }
        return .found(text, frames: frames, warnings: warnings(of: input))
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

  private func warnings(of input: InputFrames) -> [String] {
    let skipped = input.skippedFrames
    return input.warnings + [input.sizeNote].compactMap { $0 }
      + (skipped > 0 ? ["\(skipped.counted("damaged frame")) skipped"] : [])
  }

  private func output(
    of frame: InputFrame, isVideo: Bool, by task: any AnyVisionTask
  ) throws -> any TaskOutput {
    let image = try MPImage(imageBuffer: frame.image, orientation: orientation)
    return isVideo
      ? try task.output(of: image, timestampInMilliseconds: frame.timestampInMilliseconds) : try task.output(of: image)
  }

  private func task(for mode: RunningMode) throws -> any AnyVisionTask {
    let task = try tasks[mode] ?? makeTask(mode)
    if mode == .video { task.reset() }
    tasks[mode] = task
    return task
  }
}
