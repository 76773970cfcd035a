import VisionCatalog
import VisionHTTP
import VisionTasks

actor StudioSession {
  nonisolated let id = RandomToken.make()
  nonisolated let limits: StudioLimits
  private let folder: PrivateFolder
  private let catalog: ModelCatalog
  nonisolated let shared: SharedResources
  nonisolated let disk: DiskQuota
  private var files: [String: StoredFile] = [:]
  private var order: [String] = []
  private var models: [String: OwnModel] = [:]
  private var jobs: [String: LibraryJob] = [:]
  private var live: LiveSession?
  /// Counts the starts, so that one that fails knows of a newer one.
  private var liveStarts = 0
  private var openLesson: GestureLesson?
  private var hasEnded = false
  private var lastRequest = ContinuousClock.now
  /// When the page was closed or left; nil while it is open.
  private(set) var leftAt: ContinuousClock.Instant?

  init(folder: PrivateFolder, options: StudioOptions, shared: SharedResources) {
    (self.folder, limits, catalog, self.shared) = (folder, options.limits, options.catalog, shared)
    disk = DiskQuota(limit: limits.visitBytes, within: shared.disk)
  }

  func touch() {
    lastRequest = .now
    leftAt = nil
  }

  /// Notes that the page was closed or is loaded again: the camera stops, everything else waits for a while.
  func leave() {
    leftAt = .now
    stopLive()
  }

  /// Whether the idle timeout has passed, or the shorter one after the page was closed.
  func isIdle() -> Bool {
    ContinuousClock.now - lastRequest > .seconds(limits.idleSeconds)
      || leftAt.map { ContinuousClock.now - $0 > .seconds(limits.leaveSeconds) } == true
  }

  func contents() -> SessionContents {
    SessionContents(
      files: order.compactMap { files[$0] }.map { file in
        let job = jobs.values.first { $0.file.id == file.id }
        return SessionContents.Item(file: file, job: job?.id, settings: job?.settings)
      }, models: Array(models.values))
  }

  func finishedJobs() -> [LibraryJob] {
    order.compactMap { id in jobs.values.first { $0.file.id == id } }.filter(\.progress.isOver)
  }

  func end() {
    hasEnded = true
    live?.end()
    live = nil
    endLesson()
    for job in jobs.values { job.cancel() }
    jobs = [:]
    disk.close()
    files = [:]
    models = [:]
    folder.remove()
  }

  // MARK: - Camera

  func startLive(_ settings: StudioSettings) async throws {
    try checkOpen()
    let paths = try modelPaths(of: settings)
    let session = try live ?? LiveSession(inferenceQueue: shared.beginLive(), resources: shared)
    live = session
    liveStarts += 1
    let number = liveStarts
    do {
      try await session.load(settings, paths: paths)
    } catch {
      // A newer start, whose task is loaded after this one or by another camera, stays.
      if number == liveStarts { stopLive() }
      throw error
    }
  }

  func liveSession() throws -> LiveSession {
    guard let live else { throw TasksError.failedPrecondition("The camera is not started; start it first.") }
    return live
  }

  func stopLive() {
    live?.end()
    live = nil
  }

  // MARK: - Training

  /// The visitor's training, which begins when it is first needed.
  func lesson() throws -> GestureLesson {
    try checkOpen()
    if let openLesson { return openLesson }
    let path = try catalog.path(of: "gesture_recognizer")
    try shared.beginLesson()
    do {
      let lesson = try GestureLesson(modelPath: path)
      openLesson = lesson
      return lesson
    } catch {
      shared.endLesson()
      throw error
    }
  }

  func lessonState() -> GestureLesson.State { openLesson?.state ?? GestureLesson.State() }

  func endLesson() {
    guard let lesson = openLesson else { return }
    lesson.cancel()
    openLesson = nil
    shared.endLesson()
  }

  /// Begins the training with the examples so far. Its bundle replaces that of the last one among the visitor's models.
  func startTraining() throws {
    let lesson = try lesson()
    if lesson.state.model.flatMap({ models[$0.id] }) == nil { try checkModelCount() }
    try lesson.begin()
    Task { await train(lesson) }
  }

  private func train(_ lesson: GestureLesson) async {
    do {
      let trained = try await shared.trainings.run(for: id, bytes: 0) { try lesson.train() }
      let (url, bytes) = (folder.newFile(ending: "model"), trained.bundle)
      try disk.reserve(bytes.count)
      do {
        let workers = shared.workers
        let model = try await shared.ownModels.run(for: id, bytes: 0) {
          try bytes.write(to: url)
          return try OwnModel(inspecting: url, name: "my-gestures.task", byteCount: bytes.count, workers: workers)
        }
        if let old = lesson.state.model { removeModel(old.id) }
        try add(model)
        lesson.finish(trained.report, model)
      } catch {
        disk.release(bytes.count)
        try? FileManager.default.removeItem(at: url)
        throw error
      }
    } catch { lesson.fail(error) }
  }

  // MARK: - Library

  func newUploadFile(ending: String) throws -> URL {
    try checkOpen()
    return folder.newFile(ending: ending)
  }

  func checkFileCount() throws {
    try checkOpen()
    guard files.count < limits.filesPerVisit else {
      throw TasksError.exhausted("\(limits.filesPerVisit.counted("file")) is the maximum; remove some.")
    }
  }

  func add(_ file: StoredFile) throws {
    try checkFileCount()
    files[file.id] = file
    order.append(file.id)
  }

  func file(_ id: String) throws -> StoredFile {
    guard let file = files[id] else { throw TasksError.notFound("This file no longer exists; upload it again.") }
    return file
  }

  func removeFile(_ id: String) {
    guard let file = files.removeValue(forKey: id) else { return }
    order.removeAll { $0 == id }
    disk.release(file.byteCount)
    try? FileManager.default.removeItem(at: file.url)
    removeJobs(of: id)
  }

  func startJob(on id: String, settings: StudioSettings) throws -> LibraryJob {
    try checkOpen()
    let file = try file(id)
    let paths = try modelPaths(of: settings)
    removeJobs(of: id)
    let results = try JobFiles(in: folder, isVideo: file.isVideo, disk: disk)
    let job = LibraryJob(file: file, settings: settings, paths: paths, files: results, limits: limits)
    jobs[job.id] = job
    job.start(for: self.id, with: shared)
    return job
  }

  func job(_ id: String) throws -> LibraryJob {
    guard let job = jobs[id] else { throw TasksError.notFound("This run no longer exists; start it again.") }
    return job
  }

  private func removeJobs(of file: String) {
    for (id, job) in jobs where job.file.id == file { removeJob(id) }
  }

  func removeJob(_ id: String) {
    guard let job = jobs.removeValue(forKey: id) else { return }
    job.cancel()
    Task { await job.removeResults() }
  }

  // MARK: - Models

  func checkModelCount() throws {
    try checkOpen()
    guard models.count < limits.modelsPerVisit else {
      throw TasksError.exhausted("\(limits.modelsPerVisit.counted("model")) is the maximum; remove one.")
    }
  }

  func add(_ model: OwnModel) throws {
    try checkModelCount()
    models[model.id] = model
  }

  func model(_ id: String) -> OwnModel? { models[id] }

  func removeModel(_ id: String) {
    guard let model = models.removeValue(forKey: id) else { return }
    disk.release(model.byteCount)
    try? FileManager.default.removeItem(at: model.url)
  }

  private func modelPaths(of settings: StudioSettings) throws -> ModelPaths {
    try ModelPaths(
      model: modelPath(of: settings), settings: settings,
      own: models[settings.model].map { ModelPaths.Own(name: $0.name, workers: shared.workers) }
    ) { try catalog.path(of: $0) }
  }

  /// The path of the settings' model, from the catalog or the uploads; never a path sent by the page.
  private func modelPath(of settings: StudioSettings) throws -> String {
    if let model = models[settings.model] { return model.url.path }
    guard settings.task.descriptor.models.contains(settings.model) else {
      throw TasksError.notFound(
        "There is no model of this name for \(settings.task.title.lowercased()); available are "
          + settings.task.descriptor.models.joined(separator: ", ") + " and uploaded models.")
    }
    return try catalog.path(of: settings.model)
  }

  private func checkOpen() throws {
    if hasEnded { throw TasksError.notFound("This session has ended; reload the page.") }
  }
}

struct SessionContents: Encodable, Sendable {
  struct Item: Encodable, Sendable {
    let file: StoredFile
    let job: String?
    let settings: StudioSettings?
  }

  let files: [Item]
  let models: [OwnModel]
}
