extension TasksError {
  /// Two tasks wait for the next result of one iterator.
  static var takenTwice: TasksError {
    TasksError(.failedPreconditionError, "Take the results of one iterator from one task at a time.")
  }
}
