import Foundation
import MediaPipeTasksVision
import VisionErrors
import VisionFindings
import VisionMedia

/// A run over a video: each frame's result as a line, and a video with the results drawn on it.
final class VideoJob: LibraryJob {
  let id = RandomToken.make()
  let file: StoredFile
  let files: JobFiles
  private let settings: StudioSettings
  private let paths: ModelPaths
  private let limits: StudioLimits
  private let status = JobStatus()

  init(file: StoredFile, settings: StudioSettings, paths: ModelPaths, files: JobFiles, limits: StudioLimits) {
    self.file = file
    self.settings = settings
    self.paths = paths
    self.files = files
    self.limits = limits
  }

  var progress: JobProgress { status.progress }
  var hasOwnModel: Bool { paths.own != nil }

  func cancel() { status.cancel() }

  func run() {
    guard !status.isCancelled else { return }
    status.update {
      $0.state = .running
      $0.totalFrames = file.frameCount
    }
    do {
      let message = try work()
      status.update {
        $0.state = .done
        $0.message = message
      }
    } catch {
      let message = error.localizedDescription.replacing("\"\(file.url.path)\"", with: "\"\(file.name)\"")
      status.update {
        $0.state = .failed
        $0.message = message
      }
    }
  }

  /// - Returns: What is not quite right with the result; nil when all is well.
  private func work() throws -> String? {
    let video = try file.video()
    defer { video.close() }
    let task = try StudioTask.make(settings, paths: paths, mode: .video)
    let lines = try FileHandle(forWritingTo: files.lines)
    defer { try? lines.close() }
    let annotated = try AnnotatedVideo(path: files.annotated.path, like: video)
    defer { annotated.abandon() }
    let note = try readFrames(of: video) { frame in
      let image = try MPImage(imageBuffer: frame.image)
      let start = ContinuousClock.now
      let findings = try task.findings(in: image, timestampInMilliseconds: frame.timestampInMilliseconds)
      let inference = (ContinuousClock.now - start) / .milliseconds(1)
      let line = try ResultLine(
        file: nil, frame: frame.index, timestampMs: frame.timestampInMilliseconds, findings: findings
      ).json()
      try lines.write(contentsOf: Data((line + "\n").utf8))
      annotated.append(findings, frame)
      return (line.utf8.count + 1, inference)
    }
    try annotated.finish()
    return note
  }

  /// Hands out the frames and counts; a video that breaks off after some frames is done up to there.
  private func readFrames(
    of video: VideoReader, body: (VideoFrame) throws -> (bytes: Int, inference: Double)
  ) throws -> String? {
    let start = ContinuousClock.now
    var (count, inference) = (0, 0.0)
    while !status.isCancelled {
      let frame: VideoFrame?
      do {
        frame = try video.next()
      } catch let error as TasksError where count > 0 {
        return error.message.replacing("\"\(file.url.path)\"", with: "\"\(file.name)\"")
      }
      guard let frame else { break }
      guard count < limits.videoFrames else {
        return "Only the first \(count.counted("frame")) of the video were processed; more are not allowed."
      }
      let done = try body(frame)
      count += 1
      inference += done.inference
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      status.update {
        $0.frames = count
        $0.resultBytes += done.bytes
        $0.inferenceMs = inference / Double(count)
        $0.framesPerSecond = seconds > 0 ? Double(count) / seconds : nil
      }
    }
    return nil
  }
}
