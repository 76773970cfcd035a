import VisionHTTP
import VisionMedia
import VisionTasks

/// The state of a running video job: reader, task and output files. It processes one frame per call.
/// `@unchecked Sendable` is safe because calls follow one another, and the status is behind a lock.
final class VideoWork: @unchecked Sendable {
  enum Outcome: Sendable {
    case more
    case end(note: String?)
  }

  private let video: VideoReader
  private let task: any AnyVisionTask
  private let writer: JobWriter
  private let annotated: AnnotatedVideo
  private let settings: StudioSettings
  private let limits: StudioLimits
  private let status: Locked<JobProgress>
  private var fitter: FrameFitter
  private var count = 0
  private var inference = 0.0
  /// The time spent on frames, without the slices of other jobs.
  private var seconds = 0.0

  init(_ job: LibraryJob, classNames: [String], making task: () throws -> any AnyVisionTask) throws {
    (settings, limits, status) = (job.settings, job.limits, job.status)
    video = try job.file.video()
    fitter = FrameFitter(for: video)
    self.task = try task()
    writer = try JobWriter(job.files, input: job.file, settings: settings, classNames: classNames)
    annotated = try AnnotatedVideo(path: job.files.url(.annotated).path, like: video, quota: job.files.quota)
  }

  /// Processes the next frame. A video that is truncated or damaged after some frames ends there, with a note.
  func next() throws -> Outcome {
    let start = ContinuousClock.now
    let frame: VideoFrame?
    do {
      frame = try video.next().map { try fitter.fit($0) }
    } catch let error as TasksError where count > 0 { return try finish(error.message) }
    guard let frame, count < settings.maxFrames ?? .max else { return try finish(nil) }
    guard count < limits.videoFrames else {
      return try finish("Only the first \(count.counted("frame")) of the video were processed, the maximum number.")
    }
    let bytes: Int
    do {
      if let error = annotated.quotaError { throw error }
      bytes = try work(on: frame)
    } catch let error as TasksError where count > 0 && error.code == .resourceExhaustedError {
      return try finish("Only the first \(count.counted("frame")) of the video were processed. \(error.message)")
    }
    count += 1
    seconds += (ContinuousClock.now - start) / .seconds(1)
    status.withLock {
      $0.frames = count
      $0.resultBytes += bytes
      $0.outputs = [.json, .csv]
      $0.inferenceMs = inference / Double(count)
      $0.framesPerSecond = seconds > 0 ? Double(count) / seconds : nil
    }
    return .more
  }

  /// Completes the files with the frames so far, also after an error. Returns the warnings about them.
  @discardableResult func keep(_ note: String?) throws -> String? {
    var outputs: [OutputFileKind] = []
    var notes = [note, fitter.note]
    do {
      notes.append(try annotated.finish())
      outputs = [.annotated]
    } catch { notes.append("There is no annotated video: \(error.localizedDescription)") }
    outputs += try writer.finish()
    status.withLock { $0.outputs = outputs }
    let text = notes.compactMap { $0 }.joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  func close() {
    video.close()
    // Its files were completed, or there is no result to lose.
    try? writer.close()
    annotated.discard()
  }

  private func work(on frame: VideoFrame) throws -> Int {
    let image = try MPImage(imageBuffer: frame.image, orientation: settings.orientation)
    let start = ContinuousClock.now
    let output = try task.output(of: image, timestampInMilliseconds: frame.timestampInMilliseconds)
    inference += (ContinuousClock.now - start) / .milliseconds(1)
    let bytes = try writer.append(
      output, of: frame.image, frame: frame.index, timestampMs: frame.timestampInMilliseconds)
    annotated.append(output, frame)
    return bytes
  }

  private func finish(_ note: String?) throws -> Outcome { .end(note: try keep(note)) }
}
