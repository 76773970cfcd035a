extension TasksError {
  /// For whoever asks for results, or waits for one, in a cancelled task.
  static var resultsCancelled: TasksError {
    TasksError(.cancelledError, "The task that took the results was cancelled; nothing more is read or worked on.")
  }
}
