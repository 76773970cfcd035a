import Foundation
import VisionCatalog
import VisionTasks

/// One open page: its files, models, jobs and camera.
actor StudioSession {
  nonisolated let id: String
  nonisolated let limits: StudioLimits
  private let folder: PrivateFolder
  private let catalog: ModelCatalog
  nonisolated let shared: SharedResources
  /// The visitor's part of the disk.
  nonisolated let disk: DiskRoom
  private var files: [String: StoredFile] = [:]
  private var models: [String: OwnModel] = [:]
  private var jobs: [String: StartedJob] = [:]
  private var live: LiveSession?
  private var isOver = false
  private var lastWord = ContinuousClock.now

  init(id: String, folder: PrivateFolder, limits: StudioLimits, catalog: ModelCatalog, shared: SharedResources) {
    self.id = id
    self.folder = folder
    self.limits = limits
    self.catalog = catalog
    self.shared = shared
    disk = DiskRoom(limit: limits.visitBytes, within: shared.disk)
  }

  /// Notes that the page is alive.
  func touch() { lastWord = .now }

  /// Whether the page has been silent for too long.
  func isIdle() -> Bool { ContinuousClock.now - lastWord > .seconds(limits.idleSeconds) }

  /// Ends everything and removes what was brought.
  func end() {
    isOver = true
    live?.end()
    live = nil
    for job in jobs.values { job.cancel() }
    jobs = [:]
    disk.close()
    files = [:]
    models = [:]
    folder.remove()
  }
}

// MARK: - Camera

extension StudioSession {
  /// Loads a task for the camera, in place of the one before.
  ///
  /// - Throws: `TasksError` when the model is missing or does not fit, or when too many cameras are in use.
  func startLive(_ settings: StudioSettings) async throws -> LiveSession {
    try checkOpen()
    let paths = try modelPaths(of: settings)
    let session = try live ?? LiveSession(lane: shared.beginLive(), resources: shared)
    live = session
    do {
      try await session.load(settings, paths: paths)
    } catch {
      stopLive()
      throw error
    }
    return session
  }

  /// The camera's task.
  ///
  /// - Throws: `TasksError` with `failedPreconditionError` when none is loaded.
  func liveSession() throws -> LiveSession {
    guard let live else {
      throw TasksError(.failedPreconditionError, "The camera has no task yet; start it first.")
    }
    return live
  }

  /// Lets the camera's task go.
  func stopLive() {
    live?.end()
    live = nil
  }
}

// MARK: - Library

extension StudioSession {
  /// Where an upload may be written before it is looked into.
  func place(ending: String) throws -> URL {
    try checkOpen()
    return folder.newFile(ending: ending)
  }

  /// Refuses a file more than there may be.
  func checkRoomForFile() throws {
    try checkOpen()
    guard files.count < limits.filesPerVisit else {
      throw TasksError(
        .resourceExhaustedError, "\(limits.filesPerVisit.counted("file")) is the maximum; remove some first.")
    }
  }

  /// Keeps a file that was looked into and whose room on the disk is taken.
  func add(_ file: StoredFile) throws {
    try checkRoomForFile()
    files[file.id] = file
  }

  func file(_ id: String) throws -> StoredFile {
    guard let file = files[id] else { throw TasksError.notFound("This file is not here any more; drop it again.") }
    return file
  }

  /// Removes a file with its results.
  func removeFile(_ id: String) {
    guard let file = files.removeValue(forKey: id) else { return }
    disk.giveBack(file.byteCount)
    try? FileManager.default.removeItem(at: file.url)
    for (name, job) in jobs where job.job.file.id == id { removeJob(name) }
  }

  /// Begins work on a file, in place of what is done with it already.
  func startJob(on id: String, settings: StudioSettings) throws -> any LibraryJob {
    try checkOpen()
    let file = try file(id)
    let paths = try modelPaths(of: settings)
    for (name, job) in jobs where job.job.file.id == id { removeJob(name) }
    let results = try JobFiles(in: folder, isVideo: file.isVideo, disk: disk)
    let job: any LibraryJob =
      file.isVideo
      ? VideoJob(file: file, settings: settings, paths: paths, files: results, limits: limits)
      : PictureJob(file: file, settings: settings, paths: paths, files: results)
    jobs[job.id] = StartedJob(job, for: self.id, with: shared)
    return job
  }

  func job(_ id: String) throws -> any LibraryJob {
    guard let job = jobs[id]?.job else { throw TasksError.notFound("This run is not here any more; start it again.") }
    return job
  }

  /// Ends a run and removes its results.
  func removeJob(_ id: String) {
    guard let job = jobs.removeValue(forKey: id) else { return }
    job.cancel()
    Task { await job.removeResults() }
  }
}

// MARK: - Models

extension StudioSession {
  /// Refuses a model more than there may be.
  func checkRoomForModel() throws {
    try checkOpen()
    guard models.count < limits.modelsPerVisit else {
      throw TasksError(
        .resourceExhaustedError, "\(limits.modelsPerVisit.counted("model")) is the maximum; remove one first.")
    }
  }

  /// Keeps a model that was looked into and whose room on the disk is taken.
  func add(_ model: OwnModel) throws {
    try checkRoomForModel()
    models[model.id] = model
  }

  func removeModel(_ id: String) {
    guard let model = models.removeValue(forKey: id) else { return }
    disk.giveBack(model.byteCount)
    try? FileManager.default.removeItem(at: model.url)
  }

  /// The name of the model for code: the file's own for a model that the visitor brought.
  func modelName(of settings: StudioSettings) -> String { models[settings.model]?.name ?? settings.model }

  private func modelPaths(of settings: StudioSettings) throws -> ModelPaths {
    try ModelPaths(
      model: modelPath(of: settings), settings: settings,
      own: models[settings.model].map { ModelPaths.Own(name: $0.name, workers: shared.workers) }
    ) { try catalog.path(of: $0) }
  }

  /// The file of the settings' model, which is one of the catalog's or of the visitor's; never a path from the page.
  private func modelPath(of settings: StudioSettings) throws -> String {
    if let model = models[settings.model] { return model.url.path }
    guard settings.task.descriptor.models.contains(settings.model) else {
      throw TasksError.notFound(
        "There is no model of this name for \(settings.task.title.lowercased()); there are "
          + settings.task.descriptor.models.joined(separator: ", ") + ", and those you bring.")
    }
    return try catalog.path(of: settings.model)
  }

  private func checkOpen() throws {
    if isOver { throw TasksError.notFound("This visit is over; load the page again.") }
  }
}
