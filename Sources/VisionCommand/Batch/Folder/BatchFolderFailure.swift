import VisionTasks

/// A batch that cannot go on because of its folder.
struct BatchFolderFailure: Error {
  enum Cause {
    /// A file cannot be written; the same command continues.
    case writing
    /// One of the batch's own files is damaged or cannot be read.
    case reading
  }

  let cause: Cause
  let error: TasksError

  init(_ cause: Cause, _ error: TasksError) { (self.cause, self.error) = (cause, error) }

  /// A file with what no batch has written.
  static func damaged(_ path: String, _ line: [UInt8]) -> BatchFolderFailure {
    let text = String(decoding: line.prefix(80), as: UTF8.self).escapingControlCharacters
    return BatchFolderFailure(
      .reading,
      TasksError(
        .dataLossError,
        "\(path) is damaged: \"\(text)\" is not what a batch writes. Start the batch again in another folder."))
  }
}
