/// A job that runs a task on an image or video of the library.
protocol LibraryJob: AnyObject, Sendable {
  var id: String { get }
  var file: StoredFile { get }
  var settings: StudioSettings { get }
  /// The result files.
  var files: JobFiles { get }
  var progress: JobProgress { get }
  /// Runs until done, failed or cancelled. Jobs of several visitors are scheduled in turns.
  func run(for visitor: String, with resources: SharedResources) async
  /// Stops after the current frame; worker processes of an uploaded model end at once.
  func cancel()
}

extension LibraryJob {
  /// An error's message in which files and models have the visitor's names for them.
  func message(of error: any Error, paths: ModelPaths) -> String {
    let message = error.localizedDescription.replacing(file.url.path, with: file.name)
      .replacing(paths.model, with: paths.own?.name ?? settings.model)
    return PrivateFolder.hidingPaths(in: message)
  }
}

/// A job and the Swift task that runs it.
struct StartedJob: Sendable {
  let job: any LibraryJob
  private let task: Task<Void, Never>

  init(_ job: any LibraryJob, for visitor: String, with resources: SharedResources) {
    self.job = job
    task = Task { await job.run(for: visitor, with: resources) }
  }

  /// Cancels the job, also while it waits for its turn.
  func cancel() {
    job.cancel()
    task.cancel()
  }

  /// Deletes the result files once the job has stopped.
  func removeResults() async {
    await task.value
    job.files.remove()
  }
}
