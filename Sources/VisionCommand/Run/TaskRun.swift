import ArgumentParser
import Foundation
import MediaPipeTasksVision
import VisionMedia

/// Runs a task over all inputs of a command line.
final class TaskRun {
  /// Makes the task for a mode; the delegate is nil but in live-stream mode.
  typealias TaskMaker = (_ mode: RunningMode, _ liveResults: LiveResults?) throws -> any RunnableTask

  private let media: MediaOptions
  private let makeTask: TaskMaker
  private let masks: MaskPictures?
  private let liveResults = LiveResults()
  private var tasks: [RunningMode: any RunnableTask] = [:]

  init(media: MediaOptions, masks: MaskPictures? = nil, makeTask: @escaping TaskMaker) {
    self.media = media
    self.masks = masks
    self.makeTask = makeTask
  }

  /// Does every input; one that fails is named on standard error and the others are done.
  ///
  /// - Throws: `ExitStatus.someInputsFailed` at the end, or at once the `TasksError` of a task that cannot be made or a
  ///   `ValidationError` for an output that cannot be written.
  func run() throws {
    let sources = InputList(media.inputs).sources
    let output = try makeOutput(inputCount: sources.count)
    var failures = 0
    for source in sources {
      do {
        let input = try InputFrames(source)
        try output.requireSupport(for: input)
        try process(input, with: try task(for: media.mode.runningMode(isVideo: input.isVideo)), output: output)
      } catch let error as UnusableTask {
        throw error.reason
      } catch {
        failures += 1
        output.endProgress()
        StandardError.print("\(source): \(error.localizedDescription)")
      }
    }
    guard failures == 0 else { throw ExitStatus.someInputsFailed }
  }

  /// An output that cannot be made is a mistake in the command line.
  private func makeOutput(inputCount: Int) throws -> ResultOutput {
    do {
      return try ResultOutput(media: media, masks: masks, namesInputs: inputCount > 1)
    } catch let error as TasksError {
      throw ValidationError(error.message)
    }
  }

  /// A task that cannot be made, as opposed to an input that cannot be read.
  private struct UnusableTask: Error {
    let reason: any Error
  }

  private func task(for mode: RunningMode) throws -> (task: any RunnableTask, mode: RunningMode) {
    if let task = tasks[mode] {
      task.reset()
      return (task, mode)
    }
    do {
      let task = try makeTask(mode, mode == .liveStream ? liveResults : nil)
      tasks[mode] = task
      return (task, mode)
    } catch {
      throw UnusableTask(reason: error)
    }
  }

  private func process(
    _ input: InputFrames, with chosen: (task: any RunnableTask, mode: RunningMode), output: ResultOutput
  ) throws {
    output.begin(input, limit: media.maxFrames)
    if chosen.mode == .liveStream {
      try processLive(input, with: chosen.task, output: output)
    } else {
      while let frame = try nextFrame(of: input) {
        let image = try mediaPipeImage(of: frame)
        let findings =
          chosen.mode == .image
          ? try chosen.task.findings(in: image)
          : try chosen.task.findings(in: image, timestampInMilliseconds: frame.timestampInMilliseconds)
        try output.write(findings, frame: frame)
      }
    }
    output.end(input)
  }

  /// Sends frames when they are due, as a camera would, and writes the answers as they come.
  private func processLive(_ input: InputFrames, with task: any RunnableTask, output: ResultOutput) throws {
    var sent: [Int: InputFrame] = [:]
    var sentCount = 0
    var answeredCount = 0
    let droppedBefore = task.droppedFrameCount
    func writeAnswers() throws {
      for answer in liveResults.take() {
        answeredCount += 1
        let findings = try answer.findings.get()
        // Frames that were sent before this one and have no answer were dropped.
        let frame = sent[answer.timestampInMilliseconds]
        sent = sent.filter { $0.key > answer.timestampInMilliseconds }
        if let frame { try output.write(findings, frame: frame) }
      }
    }

    let start = Date()
    while let frame = try nextFrame(of: input) {
      let due = start.addingTimeInterval(Double(frame.timestampInMilliseconds) / 1000)
      Thread.sleep(until: due)
      sent[frame.timestampInMilliseconds] = frame
      try task.send(try mediaPipeImage(of: frame), timestampInMilliseconds: frame.timestampInMilliseconds)
      sentCount += 1
      try writeAnswers()
    }
    while answeredCount + task.droppedFrameCount - droppedBefore < sentCount {
      Thread.sleep(forTimeInterval: 0.002)
      try writeAnswers()
    }
    if media.verbose {
      StandardError.print("\(input.source): \(task.droppedFrameCount - droppedBefore) of \(sentCount) frames dropped")
    }
  }

  private func nextFrame(of input: InputFrames) throws -> InputFrame? {
    if let limit = media.maxFrames, input.frameCount >= limit { return nil }
    return try input.next()
  }

  private func mediaPipeImage(of frame: InputFrame) throws -> MPImage {
    try MPImage(imageBuffer: frame.image, orientation: media.rotation.orientation)
  }
}
