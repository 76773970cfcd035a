import VisionInference

/// Loads the parts of a pipeline.
enum PartLoading {
  /// Loads two parts on two threads, where the task has as many and the engine allows it. Preparing a model takes
  /// longer than compiling it, so several models are loaded in little more than half the time. An error of the first
  /// part comes before one of the second.
  static func both<First, Second>(
    _ inference: InferenceOptions, _ first: () throws -> First, _ second: @escaping () throws -> Second
  ) throws -> (First, Second) {
    // A journal lists models in the order in which they are loaded.
    guard inference.threadCount > 1, inference.engine.loadsOnAnyThread, InferenceJournal.current == nil else {
      return (try first(), try second())
    }
    var result: Result<Second, any Error>?
    let companion = CompanionThread<Never>(name: "loading") { result = Result { try second() } }
    companion.start()
    let part = Result { try first() }
    companion.finish()
    guard let other = result else { throw TasksError.internalFailure("A part of the task was not loaded.") }
    return (try part.get(), try other.get())
  }
}
