import Foundation
import VisionCore
import VisionHTTP
import VisionMedia
import VisionResults
import VisionTasks

/// A job that runs a task on a video: one JSON line per frame, and an annotated video.
///
/// It works in time slices, so that videos of several visitors progress concurrently.
///
/// `@unchecked Sendable` is safe because slices run one after another, and `JobStatus` is synchronized.
final class VideoJob: LibraryJob, @unchecked Sendable {
  /// The length of a slice.
  static let timeSlice = Duration.milliseconds(500)

  let id = RandomToken.make()
  let file: StoredFile
  let files: JobFiles
  let settings: StudioSettings
  private let paths: ModelPaths
  private let limits: StudioLimits
  private let status = JobStatus()
  private var work: VideoWork?

  init(file: StoredFile, settings: StudioSettings, paths: ModelPaths, files: JobFiles, limits: StudioLimits) {
    self.file = file
    self.settings = settings
    self.paths = paths.cancelled(by: status.processes)
    self.files = files
    self.limits = limits
  }

  var progress: JobProgress { status.progress }

  func cancel() { status.cancel() }

  func run(for visitor: String, with resources: SharedResources) async {
    do {
      let message = try await resources.openVideos.with(1, for: visitor) {
        try await resources.videoMemory.with(file.cost.bytes, for: visitor) {
          try await runInSlices(for: visitor, on: paths.own == nil ? resources.videos : resources.ownModels)
        }
      }
      status.update {
        $0.state = .done
        $0.message = message
      }
    } catch {
      let message = message(of: error, paths: paths)
      status.update {
        $0.state = .failed
        $0.message = message
      }
    }
  }

  /// - Returns: A warning about the result, or nil.
  private func runInSlices(for visitor: String, on queue: WorkQueue) async throws -> String? {
    defer {
      work?.close()
      work = nil
    }
    while true {
      let end = try await queue.run(for: visitor, bytes: 0) { [self] in try runSlice() }
      if case .end(let note) = end { return note.map { message(of: TasksError(.unknownError, $0), paths: paths) } }
    }
  }

  private func runSlice() throws -> VideoWork.Outcome {
    let begin = ContinuousClock.now
    let work = try self.work ?? open()
    self.work = work
    do {
      while !status.isCancelled {
        if case .end(let note) = try work.next() { return .end(note: note) }
        if ContinuousClock.now - begin >= Self.timeSlice { return .more }
      }
    } catch {
      // The results so far are worth more than none; the first error is reported.
      _ = try? work.keep(nil)
      throw error
    }
    return .end(note: nil)
  }

  private func open() throws -> VideoWork {
    status.update {
      $0.state = .running
      $0.totalFrames = file.frameCount
    }
    return try VideoWork(
      file: file, files: files, settings: settings, classNames: try settings.task.classNames(paths), limits: limits,
      status: status
    ) {
      try StudioTask.make(settings, paths: paths, mode: .video)
    }
  }
}
