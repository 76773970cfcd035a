import ArgumentParser
import VisionTasks

import class VisionInference.InferenceJournal

/// Runs a task on all inputs of a command line.
/// ```
/// open, decode (a thread) → task (this thread) → draw, encode, write (a thread)
/// ```
/// Short bounded queues connect the threads, so frames stay in order and memory is constant. Several images are
/// processed concurrently (`ImagePool`).
final class TaskRun {
  /// Creates the task for a mode; `liveResults` is nil except in live-stream mode.
  typealias TaskMaker = @Sendable (_ mode: RunningMode, _ liveResults: LiveResults?) throws -> any AnyVisionTask

  private let media: MediaOptions
  private let makeTask: TaskMaker
  private let outputs: OutputRequest
  private let models: [String]
  private let imagesAreSequential: Bool
  private let imageNote: String?
  private let stop: StopSignal
  private let liveResults = LiveResults()
  private var tasks = ModeTasks()
  private var pool: ImagePool?
  private var poolSize = 1
  private var failedInputs = 0
  private var current: (input: InputFrames, task: any AnyVisionTask, mode: RunningMode)?
  private var hasFailedFrame = false

  /// With `imagesAreSequential` an image's result depends on earlier images. `models` must not be overwritten.
  init(
    media: MediaOptions, models: [String], outputs: OutputRequest, imagesAreSequential: Bool, imageNote: String?,
    stop: StopSignal = .shared, makeTask: @escaping TaskMaker
  ) {
    (self.media, self.models, self.outputs, self.imagesAreSequential) = (media, models, outputs, imagesAreSequential)
    self.imageNote = media.quiet ? nil : imageNote
    self.stop = stop
    self.makeTask = media.verbose ? Self.reporting(makeTask) : makeTask
  }

  /// Failed inputs are reported on standard error, and the others are processed.
  func run() throws {
    let list = InputList(media.inputs, isRecursive: media.recursive, sequenceFrameRate: media.sequenceFrameRate)
    let sources = list.sources
    if !media.quiet, let note = InputList.note(skippedCount: list.skippedCount) { StandardError.print(note) }
    if let reason = list.emptyReason { throw ValidationError(reason) }
    if media.frameRate != nil, !sources.contains(where: \.isSequence) {
      StandardError.print("--frame-rate has no effect: no input is a folder with several images.")
    }
    // Before any output is opened, so that a signal leaves no incomplete file.
    stop.install()
    let output = try makeOutput(for: sources)
    poolSize = media.poolSize(inputCount: sources.count)
    let defersImages = poolSize > 1 && !imagesAreSequential
    let options = InputFrames.Options(
      limit: media.maxFrames, takesFirstFrames: media.mode == .image, followsPlaylists: media.followPlaylists)
    let mode = media.mode
    let reader = try InputReader(
      sources, options, defersImages: defersImages,
      isPaced: { $0.needsPace && mode.runningMode(isVideo: $0.isVideo, isLive: $0.isLive) == .liveStream }, stop: stop)
    liveResults.onAnswer(reader.wake)
    var unusable: (any Error)?
    while unusable == nil, let event = reader.next() {
      do { try handle(event, output: output) } catch { unusable = error }
    }
    // Pending results are written, whatever ended the run.
    if current != nil { end(output) }
    take(pool?.rest() ?? [], output)
    failedInputs += output.close()
    if let unusable { throw unusable }
    if let status = stop.status { throw status }
    guard failedInputs == 0 else { throw ExitStatus.someInputsFailed }
  }

  private static func reporting(_ makeTask: @escaping TaskMaker) -> TaskMaker {
    let journal = InferenceJournal()
    return { mode, liveResults in
      guard journal.entries.isEmpty else { return try makeTask(mode, liveResults) }
      let task = try InferenceJournal.$current.withValue(journal) { try makeTask(mode, liveResults) }
      for entry in journal.entries { StandardError.print(entry.report.text(name: entry.name).joined(separator: "\n")) }
      return task
    }
  }

  /// Throws only for a task that cannot be created; unreadable inputs are reported.
  private func handle(_ event: InputReader.Event, output: ResultOutput) throws {
    switch event {
    case .image(let source): take(try imagePool().submit(source), output)
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
          try live.send(frame, to: current.task, image: frame.mpImage(orientation))
        } else {
          output.write(try current.task.output(of: frame, orientation, isTimed: current.mode == .video), frame: frame)
        }
      } catch { noteFailure("\(current.input.source), frame \(frame.index)", error) }
    case .waking: if let current { take(live.answers(), of: current.input, output) }
    case .end(let input):
      for note in input.notes { report("\(input.source): \(note)") }
      // Each image of a sequence is a file that the user named, unlike a frame of a video.
      let hasFailedImage = input.source.isSequence && input.skippedFrames > 0
      if hasFailedImage, !hasFailedFrame { failedInputs += 1 }
      end(output)
    case .failure(let source, let input, let error):
      take(pool?.rest() ?? [], output)
      failedInputs += 1
      if input != nil { end(output, isFailureCounted: true) }
      report("\(source): \(error.localizedDescription)")
    }
  }

  private func end(_ output: ResultOutput, isFailureCounted: Bool = false) {
    guard let current else { return }
    if current.mode == .liveStream {
      take(live.lastAnswers(of: current.task), of: current.input, output)
      if media.verbose || live.droppedCount > 0, !media.quiet {
        report(
          "\(current.input.source): \(live.droppedCount) of \(live.sentCount.counted("frame")) dropped")
      }
    }
    if hasFailedFrame, !isFailureCounted { failedInputs += 1 }
    self.current = nil
    // A live input cannot be read again, and always ends by a break or a stop: its results are all that there will be.
    output.end(isGood: current.input.isLive || (!hasFailedFrame && !isFailureCounted))
  }

  private func take(_ answers: [LiveRun.Answer], of input: InputFrames, _ output: ResultOutput) {
    for answer in answers {
      switch answer {
      case .found(let result, let frame): output.write(result, frame: frame)
      case .failed(let error): noteFailure("\(input.source)", error)
      }
    }
  }

  private func take(_ answers: [ImagePool.Answer], _ output: ResultOutput) {
    for answer in answers {
      switch answer {
      case .found(let result, let frame, let input):
        warn(of: input)
        output.begin(input)
        output.write(result, frame: frame)
        output.end(isGood: true)
      case .failed(let source, let error, let isOpen):
        failedInputs += 1
        report("\(source)\(isOpen ? ", frame 0" : ""): \(error.localizedDescription)")
      }
    }
  }

  /// Reports tolerated defects of an input, also with `--quiet`, since they may affect results.
  private func warn(of input: InputFrames) {
    for warning in input.warnings { report("\(input.source): warning: \(warning)") }
  }

  private func imagePool() throws -> ImagePool {
    if let pool { return pool }
    noteImages()
    let pool = try ImagePool(size: poolSize, orientation: orientation, makeTask: makeTask)
    self.pool = pool
    return pool
  }

  /// Records a failed frame. Only the first one of an input is reported.
  private func noteFailure(_ place: String, _ error: any Error) {
    if !hasFailedFrame { report("\(place): \(error.localizedDescription)") }
    hasFailedFrame = true
  }

  private func report(_ sentence: String) { StandardError.printLine(sentence) }

  private func task(for mode: RunningMode) throws -> any AnyVisionTask {
    try tasks.task(for: mode) {
      if mode == .image, pool == nil { noteImages() }
      return try makeTask(mode, mode == .liveStream ? liveResults : nil)
    }
  }

  private func noteImages() { if let imageNote { StandardError.print(imageNote) } }
  private var orientation: ImageOrientation { media.engine.rotation.orientation }

  private lazy var live = LiveRun(results: liveResults)

  private func makeOutput(for sources: [InputList.Source]) throws -> ResultOutput {
    let areSeveral = InputList.areSeveral(media.inputs)
    let (sinks, progress): ([any ResultSink], ProgressReport?)
    do {
      let isOneSequence = sources.count == 1 && sources[0].isSequence
      let plan = try OutputPlan(
        outputs, arguments: media.inputs, sources: sources, areSeveral: areSeveral && !isOneSequence, models: models)
      // A text result on the same terminal shows the progress.
      let showsProgress = !media.quiet && !(plan.printsText && isatty(STDOUT_FILENO) == 1)
      progress = showsProgress ? ProgressReport(inputCount: sources.count) : nil
      sinks = try plan.open(stop: stop)
    } catch let error as TasksError { throw ValidationError(error.message) }
    return try ResultOutput(sinks: sinks, namesInputs: areSeveral, progress: progress, stop: stop)
  }
}

struct ModeTasks {
  private var tasks: [RunningMode: any AnyVisionTask] = [:]

  mutating func task(for mode: RunningMode, make: () throws -> any AnyVisionTask) rethrows -> any AnyVisionTask {
    if let task = tasks[mode] {
      task.reset()
      return task
    }
    let task = try make()
    tasks[mode] = task
    return task
  }
}

extension AnyVisionTask {
  func output(of frame: VideoFrame, _ orientation: ImageOrientation, isTimed: Bool) throws -> any TaskOutput {
    let image = try frame.mpImage(orientation)
    return isTimed
      ? try output(of: image, timestampInMilliseconds: frame.timestampInMilliseconds) : try output(of: image)
  }
}

extension VideoFrame {
  fileprivate func mpImage(_ orientation: ImageOrientation) throws -> MPImage {
    try MPImage(imageBuffer: image, orientation: orientation)
  }
}
