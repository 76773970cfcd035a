/// A run of a task over a picture or video of the library.
protocol LibraryJob: AnyObject, Sendable {
  var id: String { get }
  var file: StoredFile { get }
  /// Where the results are.
  var files: JobFiles { get }
  var progress: JobProgress { get }
  /// Whether the model is the visitor's, so that the work waits for a process that may hang.
  var hasOwnModel: Bool { get }
  /// Works until done, failed or cancelled; blocks.
  func run()
  /// Ends the work after the frame at hand.
  func cancel()
}
