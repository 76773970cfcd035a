import VisionHTTP
import VisionMedia
import VisionTasks
import VisionWorker

final class LibraryJob: Sendable {
  /// How long a video is processed before another visitor's has its turn.
  private static let timeSlice = Duration.milliseconds(500)

  let id = RandomToken.make()
  let file: StoredFile
  let settings: StudioSettings
  let files: JobFiles
  let status = Locked(JobProgress())
  let limits: StudioLimits
  private let paths: ModelPaths
  private let running = Locked<Task<Void, Never>?>(nil)
  private let cancelled = Locked(false)
  /// Ends the worker processes of an uploaded model: a hung process never returns to check the flag.
  private let processes = WorkerCancellation()

  init(file: StoredFile, settings: StudioSettings, paths: ModelPaths, files: JobFiles, limits: StudioLimits) {
    (self.file, self.settings, self.files, self.limits) = (file, settings, files, limits)
    var paths = paths
    paths.own?.cancellation = processes
    self.paths = paths
  }

  var progress: JobProgress { status.withLock { $0 } }
  private var isCancelled: Bool { cancelled.withLock { $0 } }

  func finishedOutputs() throws -> [OutputFileKind] {
    guard progress.isOver else {
      throw TasksError.failedPrecondition("The run is not finished; its files are available at the end.")
    }
    return progress.outputs
  }

  func start(for visitor: String, with resources: SharedResources) {
    running.withLock { $0 = Task { await run(for: visitor, with: resources) } }
  }

  /// Cancels the job, also while it waits for its turn; worker processes of an uploaded model end at once.
  func cancel() {
    _ = cancelled.exchange(true)
    processes.cancel()
    running.withLock { $0 }?.cancel()
  }

  func removeResults() async {
    await running.withLock { $0 }?.value
    files.remove()
  }

  private func run(for visitor: String, with resources: SharedResources) async {
    let state: JobProgress.State
    let message: String?
    do {
      let note =
        file.isVideo
        ? try await runVideo(for: visitor, with: resources) : try await runImage(for: visitor, with: resources)
      (state, message) = (.done, note.map(named))
    } catch { (state, message) = (.failed, named(error.localizedDescription)) }
    status.withLock { ($0.state, $0.message) = (state, message) }
  }

  /// A message in which files and models have the visitor's names for them.
  private func named(_ message: String) -> String {
    PrivateFolder.hidingPaths(
      in: message.replacing(file.url.path, with: file.name)
        .replacing(paths.model, with: paths.own?.name ?? settings.model))
  }

  // MARK: - Images

  private func runImage(for visitor: String, with resources: SharedResources) async throws -> String? {
    let queue = paths.own == nil ? resources.images : resources.ownModels
    return try await queue.run(for: visitor, bytes: file.cost.bytes) { [self] in
      guard !isCancelled else { return nil }
      status.withLock { ($0.state, $0.totalFrames) = (.running, 1) }
      return try processImage()
    }
  }

  private func processImage() throws -> String? {
    var warnings: [String] = []
    let pixels = try file.image { warnings.append($0) }
    let task = try StudioTask.make(settings, paths: paths, mode: .image)
    let image = try MPImage(imageBuffer: pixels, orientation: settings.orientation)
    let start = ContinuousClock.now
    let output = try task.output(of: image)
    let inference = (ContinuousClock.now - start) / .milliseconds(1)
    let writer = try JobWriter(files, input: file, settings: settings, classNames: try settings.task.classNames(paths))
    let bytes = try writer.append(output, of: pixels, frame: 0, timestampMs: nil)
    let outputs = try writer.finish()
    let annotated = try ImageFile.encode(output.drawn(on: pixels), as: .jpeg())
    try files.quota.reserve(annotated.count)
    try annotated.write(to: files.url(.annotated))
    let masks = MaskPreview.all(of: output)
    status.withLock {
      $0.frames = 1
      $0.resultBytes = bytes
      $0.inferenceMs = inference
      $0.outputs = [.annotated] + outputs
      $0.masks = masks
    }
    return warnings.isEmpty ? nil : warnings.joined(separator: " ")
  }

  // MARK: - Videos

  /// Processes a video in time slices, so that several visitors' progress concurrently. Returns a warning, or nil.
  private func runVideo(for visitor: String, with resources: SharedResources) async throws -> String? {
    try await resources.openVideos.with(1, for: visitor) {
      try await resources.videoMemory.with(file.cost.bytes, for: visitor) {
        let queue = paths.own == nil ? resources.videos : resources.ownModels
        let work = try await queue.run(for: visitor, bytes: 0) { [self] in
          status.withLock { ($0.state, $0.totalFrames) = (.running, file.frameCount) }
          return try VideoWork(self, classNames: try settings.task.classNames(paths)) {
            try StudioTask.make(settings, paths: paths, mode: .video)
          }
        }
        defer { work.close() }
        while true {
          let end = try await queue.run(for: visitor, bytes: 0) { [self] in try runSlice(of: work) }
          if case .end(let note) = end { return note }
        }
      }
    }
  }

  private func runSlice(of work: VideoWork) throws -> VideoWork.Outcome {
    let begin = ContinuousClock.now
    do {
      while !isCancelled {
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
}

// MARK: - Progress

struct JobProgress: Sendable, Encodable {
  enum State: String, Sendable, Encodable { case waiting, running, done, failed }

  var state = State.waiting
  var frames = 0
  var totalFrames: Int?
  var framesPerSecond: Double?
  var resultBytes = 0
  var inferenceMs: Double?
  var message: String?
  var outputs: [OutputFileKind] = []
  var masks: [MaskPreview] = []

  var isOver: Bool { state == .done || state == .failed }
}
