/// A run of a task over a picture or video of the library.
protocol LibraryJob: AnyObject, Sendable {
  var id: String { get }
  var file: StoredFile { get }
  /// Where the results are.
  var files: JobFiles { get }
  var progress: JobProgress { get }
  /// Works until done, failed or cancelled, when it is the visitor's turn.
  func run(for visitor: String, with resources: SharedResources) async
  /// Ends the work after the frame at hand, and at once what a visitor's model does.
  func cancel()
}

/// A run and the Swift task in which it waits and works.
struct StartedJob: Sendable {
  let job: any LibraryJob
  private let task: Task<Void, Never>

  init(_ job: any LibraryJob, for visitor: String, with resources: SharedResources) {
    self.job = job
    task = Task { await job.run(for: visitor, with: resources) }
  }

  /// Ends the run, or its waiting.
  func cancel() {
    job.cancel()
    task.cancel()
  }

  /// Removes what it wrote, as soon as it writes no more.
  func removeResults() async {
    await task.value
    job.files.remove()
  }
}
