import Foundation
import VisionErrors
import VisionMedia
import VisionOutput
import VisionTasks

/// A video under way: its reader, the task, and the files that are written, a frame at a time.
final class VideoWork {
  /// What came of a frame.
  enum Outcome: Sendable {
    case more
    /// All is written; the note says what is not quite right with it, if anything.
    case end(note: String?)
  }

  private let video: VideoReader
  private let task: any AnyVisionTask
  private let lines: FileHandle
  private let annotated: AnnotatedVideo
  private let room: ResultRoom
  private let limits: StudioLimits
  private let status: JobStatus
  private var count = 0
  private var inference = 0.0
  /// The time that was spent on frames, without the turns of others.
  private var seconds = 0.0

  /// Opens everything.
  ///
  /// - Throws: `TasksError` for a video, model or place for results that cannot be used.
  init(
    file: StoredFile, files: JobFiles, limits: StudioLimits, status: JobStatus,
    making task: () throws -> any AnyVisionTask
  ) throws {
    (self.limits, self.status, room) = (limits, status, files.room)
    video = try file.video()
    self.task = try task()
    lines = try FileHandle(forWritingTo: files.lines)
    annotated = try AnnotatedVideo(path: files.annotated.path, like: video, room: files.room)
  }

  /// Works on the next frame; a video that breaks off after some frames is done up to there.
  func next() throws -> Outcome {
    let start = ContinuousClock.now
    let frame: VideoFrame?
    do {
      frame = try video.next()
    } catch let error as TasksError where count > 0 {
      return try finish(error.message)
    }
    guard let frame else { return try finish(nil) }
    guard count < limits.videoFrames else {
      return try finish("Only the first \(count.counted("frame")) of the video were processed; more are not allowed.")
    }
    let line = try result(of: frame)
    do {
      if let full = annotated.fullness { throw full }
      try room.take(line.utf8.count)
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

  /// Lets go of everything; what was not finished is removed.
  func close() {
    video.close()
    try? lines.close()
    annotated.abandon()
  }

  /// The frame's line; the frame is on its way to the annotated video.
  private func result(of frame: VideoFrame) throws -> String {
    let image = try MPImage(imageBuffer: frame.image)
    let start = ContinuousClock.now
    let output = try task.output(of: image, timestampInMilliseconds: frame.timestampInMilliseconds)
    inference += (ContinuousClock.now - start) / .milliseconds(1)
    if annotated.fullness == nil { annotated.append(output, frame) }
    return try FrameRecord(
      file: nil, frame: frame.index, timestampMs: frame.timestampInMilliseconds, output: output
    ).json() + "\n"
  }

  private func finish(_ note: String?) throws -> Outcome {
    try annotated.finish()
    return .end(note: note)
  }
}
