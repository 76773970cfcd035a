import ArgumentParser
import Foundation
import VisionMedia
import VisionOutput
import VisionTasks

import class VisionInference.InferenceJournal

/// Runs a task over all inputs of a command line.
///
/// ```
/// open, decode (a thread) → task (this thread) → draw, encode, write (a thread)
/// ```
///
/// The threads are joined by short queues, so frames stay in order and memory stays flat however long an input is. Of many
/// images several are opened and worked on at a time (`PicturePool`).
final class TaskRun {
  /// Makes the task for a mode; the delegate is nil but in live-stream mode.
  typealias TaskMaker = (_ mode: RunningMode, _ liveResults: LiveResults?) throws -> any AnyVisionTask

  private let media: MediaOptions
  private let makeTask: TaskMaker
  private let outputs: OutputRequest
  private let models: [String]
  private let imagesAreSequential: Bool
  private let stop: StopSignal
  private let liveResults = LiveResults()
  private var tasks: [RunningMode: any AnyVisionTask] = [:]
  private var pool: PicturePool?
  private var poolSize = 1
  private var failedInputs = 0
  private var current: (input: InputFrames, task: any AnyVisionTask, mode: RunningMode)?
  private var hasFailedFrame = false

  /// - Parameters:
  ///   - media: Inputs, outputs and how to run.
  ///   - models: The files of the task's models, over which nothing is written.
  ///   - masks: The folder for segmentation masks; nil without any.
  ///   - coco: The file for detections in COCO's format; nil without one.
  ///   - imagesAreSequential: Whether what is found in an image depends on those before.
  ///   - stop: Ends the run early.
  ///   - makeTask: Makes the task.
  init(
    media: MediaOptions, models: [String], masks: String? = nil, coco: String? = nil,
    imagesAreSequential: Bool = false, stop: StopSignal = .shared, makeTask: @escaping TaskMaker
  ) {
    self.media = media
    self.models = models
    outputs = OutputRequest(
      json: media.json, csv: media.csv, coco: coco, annotate: media.annotate, masks: masks, wantsText: media.printsText,
      listsAll: media.verbose)
    self.imagesAreSequential = imagesAreSequential
    self.stop = stop
    self.makeTask = media.verbose ? Self.reporting(makeTask) : makeTask
  }

  /// Does every input; one that fails is named on standard error and the others are done.
  ///
  /// - Throws: `ExitStatus.someInputsFailed`, `.interrupted` or `.readerGone` at the end, or the `TasksError` of a task that cannot be made,
  ///   or a `ValidationError` for an output that cannot be written.
  func run() throws {
    let list = InputList(media.inputs, isRecursive: media.recursive)
    let sources = list.sources
    if !media.quiet, let note = list.passedOverNote { StandardError.print(note) }
    // Before anything is opened: whatever ends the run from here on, nothing unfinished is left.
    stop.install()
    let output = try makeOutput(for: sources)
    poolSize = media.poolSize(inputCount: sources.count)
    let leavesPictures = poolSize > 1 && !imagesAreSequential
    let reader = InputReader(
      sources, frameLimit: media.maxFrames, leavesPictures: leavesPictures, takesFirstFrames: media.mode == .image,
      stop: stop)
    var unusable: (any Error)?
    while unusable == nil, let event = reader.next() {
      do {
        try handle(event, output: output)
      } catch {
        unusable = error
      }
    }
    // Whatever ended the run, what was found is written.
    if current != nil { end(output) }
    take(pool?.rest() ?? [], output)
    failedInputs += output.close()
    if let unusable { throw unusable }
    switch stop.reason {
    case .signal: throw ExitStatus.interrupted
    case .readerGone: throw ExitStatus.readerGone
    case .outputsLost, nil: break
    }
    guard failedInputs == 0 else { throw ExitStatus.someInputsFailed }
  }

  /// Makes tasks, and says on standard error how the models of the first one run.
  private static func reporting(_ makeTask: @escaping TaskMaker) -> TaskMaker {
    let journal = InferenceJournal()
    return { mode, liveResults in
      guard journal.entries.isEmpty else { return try makeTask(mode, liveResults) }
      let task = try InferenceJournal.$current.withValue(journal) { try makeTask(mode, liveResults) }
      for entry in journal.entries { StandardError.print(entry.report.text(name: entry.name).joined(separator: "\n")) }
      return task
    }
  }

  /// - Throws: Only for a task that cannot be made, as opposed to an input that cannot be read.
  private func handle(_ event: InputReader.Event, output: ResultOutput) throws {
    switch event {
    case .picture(let source):
      take(try picturePool().submit(source), output)
    case .begin(let input):
      take(pool?.rest() ?? [], output)
      let mode = media.mode.runningMode(isVideo: input.isVideo, isLive: input.isLive)
      current = (input, try task(for: mode), mode)
      hasFailedFrame = false
      warn(of: input)
      output.begin(input)
      if mode == .liveStream { live.begin() }
    case .frame(let frame):
      guard let current else { return }
      do {
        if current.mode == .liveStream {
          try live.send(frame, to: current.task, paced: !current.input.isLive, image: image(of: frame))
          take(live.answers(), of: current.input, output)
        } else {
          output.write(try result(of: frame, by: current.task, mode: current.mode), frame: frame)
        }
      } catch {
        noteFailure("\(current.input.source), frame \(frame.index)", error)
      }
    case .end(let input):
      if input.skippedFrames > 0 {
        StandardError.print("\(input.source): \(input.skippedFrames.counted("damaged frame")) left out")
      }
      end(output)
    case .failure(let source, let input, let error):
      take(pool?.rest() ?? [], output)
      failedInputs += 1
      if input != nil { end(output, isFailureCounted: true) }
      StandardError.print("\(source): \(error.localizedDescription)")
    }
  }

  /// Ends with the input at hand, after the answers that a live stream still owes.
  private func end(_ output: ResultOutput, isFailureCounted: Bool = false) {
    guard let current else { return }
    if current.mode == .liveStream {
      take(live.lastAnswers(of: current.task), of: current.input, output)
      if media.verbose || live.droppedCount > 0, !media.quiet {
        StandardError.print(
          "\(current.input.source): \(live.droppedCount) of \(live.sentCount.counted("frame")) dropped")
      }
    }
    if hasFailedFrame, !isFailureCounted { failedInputs += 1 }
    self.current = nil
    output.end(isGood: !hasFailedFrame && !isFailureCounted)
  }

  private func take(_ answers: [LiveRun.Answer], of input: InputFrames, _ output: ResultOutput) {
    for answer in answers {
      switch answer {
      case .found(let result, let frame): output.write(result, frame: frame)
      case .failed(let error): noteFailure("\(input.source)", error)
      }
    }
  }

  private func take(_ answers: [PicturePool.Answer], _ output: ResultOutput) {
    for answer in answers {
      switch answer {
      case .found(let result, let frame, let input):
        warn(of: input)
        output.begin(input)
        output.write(result, frame: frame)
        output.end(isGood: true)
      case .unreadable(let source, let error):
        failedInputs += 1
        StandardError.print("\(source): \(error.localizedDescription)")
      case .failed(let input, let error):
        failedInputs += 1
        StandardError.print("\(input.source), frame 0: \(error.localizedDescription)")
      }
    }
  }

  /// Names the defects that an input is read in spite of; also with `--quiet`, since results may suffer.
  private func warn(of input: InputFrames) {
    for warning in input.warnings { StandardError.print("\(input.source): warning: \(warning)") }
  }

  private func picturePool() throws -> PicturePool {
    let pool =
      try self.pool
      ?? PicturePool(size: poolSize, orientation: media.engine.rotation.orientation, makeTask: makeTask)
    self.pool = pool
    return pool
  }

  /// A frame that fails does not take the others with it; the first of an input is named.
  private func noteFailure(_ place: String, _ error: any Error) {
    if !hasFailedFrame { StandardError.print("\(place): \(error.localizedDescription)") }
    hasFailedFrame = true
  }

  private func result(
    of frame: InputFrame, by task: any AnyVisionTask, mode: RunningMode
  ) throws -> any TaskOutput {
    mode == .image
      ? try task.output(of: image(of: frame))
      : try task.output(of: image(of: frame), timestampInMilliseconds: frame.timestampInMilliseconds)
  }

  private func image(of frame: InputFrame) throws -> MPImage {
    try MPImage(imageBuffer: frame.image, orientation: media.engine.rotation.orientation)
  }

  private func task(for mode: RunningMode) throws -> any AnyVisionTask {
    if let task = tasks[mode] {
      task.reset()
      return task
    }
    let task = try makeTask(mode, mode == .liveStream ? liveResults : nil)
    tasks[mode] = task
    return task
  }

  private lazy var live = LiveRun(results: liveResults, stop: stop)

  /// An output that cannot be made is a mistake in the command line.
  private func makeOutput(for sources: [InputList.Source]) throws -> ResultOutput {
    do {
      let areSeveral = InputList.areSeveral(media.inputs)
      let plan = try OutputPlan(
        outputs, arguments: media.inputs, sources: sources, areSeveral: areSeveral, models: models)
      // On one terminal a text result says enough about the progress.
      let showsProgress = !media.quiet && !(plan.printsText && isatty(STDOUT_FILENO) == 1)
      return ResultOutput(
        sinks: try plan.open(stop: stop), namesInputs: areSeveral,
        progress: showsProgress ? ProgressReport(inputCount: sources.count) : nil, stop: stop)
    } catch let error as TasksError {
      throw ValidationError(error.message)
    }
  }
}
