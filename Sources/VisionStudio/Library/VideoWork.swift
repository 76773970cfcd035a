import Foundation
import VisionErrors
import VisionHTTP
import VisionMedia
import VisionOutput
import VisionTasks

/// The state of a running video job: reader, task and output files. It processes one frame per call.
final class VideoWork {
  /// The outcome of a call.
  enum Outcome: Sendable {
    case more
    /// All output is written; the note is a warning about it.
    case end(note: String?)
  }

  private let video: VideoReader
  private let task: any AnyVisionTask
  private let lines: FileHandle
  private let annotated: AnnotatedVideo
  private let quota: ResultQuota
  private let limits: StudioLimits
  private let status: JobStatus
  private var fitter: FrameFitter
  private var count = 0
  private var inference = 0.0
  /// The time spent on frames, without the slices of other jobs.
  private var seconds = 0.0

  /// Opens the video, the task and the output files.
  ///
  /// - Throws: `TasksError` for an unusable video or model, or when an output file cannot be written.
  init(
    file: StoredFile, files: JobFiles, limits: StudioLimits, status: JobStatus,
    making task: () throws -> any AnyVisionTask
  ) throws {
    (self.limits, self.status, quota) = (limits, status, files.quota)
    video = try file.video()
    fitter = FrameFitter(for: video)
    self.task = try task()
    lines = try FileHandle(forWritingTo: files.lines)
    annotated = try AnnotatedVideo(path: files.annotated.path, like: video, quota: files.quota)
  }

  /// Processes the next frame. A video that is truncated or damaged after some frames ends there, with a note.
  func next() throws -> Outcome {
    let start = ContinuousClock.now
    let frame: VideoFrame?
    do {
      frame = try video.next().map { try fitter.fit($0) }
    } catch let error as TasksError where count > 0 {
      return try finish(error.message)
    }
    guard let frame else { return try finish(nil) }
    guard count < limits.videoFrames else {
      return try finish("Only the first \(count.counted("frame")) of the video were processed, the maximum number.")
    }
    let line = try result(of: frame)
    do {
      if let error = annotated.quotaError { throw error }
      try quota.reserve(line.utf8.count)
    } catch let error as TasksError where count > 0 {
      return try finish("Only the first \(count.counted("frame")) of the video were processed. \(error.message)")
    }
    try lines.write(contentsOf: Data(line.utf8))
    count += 1
    seconds += (ContinuousClock.now - start) / .seconds(1)
    status.update {
      $0.frames = count
      $0.resultBytes += line.utf8.count
      $0.inferenceMs = inference / Double(count)
      $0.framesPerSecond = seconds > 0 ? Double(count) / seconds : nil
    }
    return .more
  }

  /// Closes the video and the files; an unfinished annotated video is removed.
  func close() {
    video.close()
    try? lines.close()
    annotated.discard()
  }

  /// Runs the task on a frame, enqueues it for the annotated video and returns its JSON line.
  private func result(of frame: VideoFrame) throws -> String {
    let image = try MPImage(imageBuffer: frame.image)
    let start = ContinuousClock.now
    let output = try task.output(of: image, timestampInMilliseconds: frame.timestampInMilliseconds)
    inference += (ContinuousClock.now - start) / .milliseconds(1)
    if annotated.quotaError == nil { annotated.append(output, frame) }
    return try FrameRecord(
      file: nil, frame: frame.index, timestampMs: frame.timestampInMilliseconds, output: output
    ).json() + "\n"
  }

  /// Ends the job. What there is of the annotated video is kept.
  private func finish(_ note: String?) throws -> Outcome {
    var notes = [note, fitter.note]
    do {
      try annotated.finish()
    } catch let error as TasksError where count > 0 {
      notes.append("The annotated video is not complete. \(error.message)")
    }
    let text = notes.compactMap { $0 }.joined(separator: " ")
    return .end(note: text.isEmpty ? nil : text)
  }
}
