/// What a task of MediaPipe's API consists of; its class adds the names of the methods.
struct TaskParts<Task: VisionTask & AnyObject>: Sendable {
  let runner: VisionTaskRunner<Task.Pipeline>
  let listener: LiveStreamListener<Task>
  let unheardResults: UnheardResults

  /// Checks the options and opens the models.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - delegate: Gets the results of live-stream mode; nil in the other modes.
  ///   - method: The method that the delegate should have, for the warning of one that has another.
  ///   - deliver: Calls it.
  /// - Throws: `TasksError` for an option outside its range and for models that are missing or unusable.
  init<Delegate>(
    _ options: Task.Options, delegate: Delegate?, method: String,
    deliver: @escaping @Sendable (Delegate, Task, LiveStreamAnswer<Task.Pipeline.Output>) -> Void
  ) throws {
    try Task.validate(options)
    let unheardResults = UnheardResults(task: Task.descriptor.swift.type, method: method)
    let listener = LiveStreamListener<Task>(unheardResults, delegate as AnyObject?)
    self.unheardResults = unheardResults
    self.listener = listener
    runner = VisionTaskRunner(
      pipeline: try Task.makePipeline(options, recorder: nil), mode: options.runningMode, taskName: Task.descriptor.name
    ) { result, timestamp in
      listener.tell { (delegate: Delegate, task: Task) in deliver(delegate, task, LiveStreamAnswer(result, timestamp)) }
    }
  }
}
