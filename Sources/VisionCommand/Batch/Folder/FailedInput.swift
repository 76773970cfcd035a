import VisionTasks

/// An input that failed: a line of `errors.jsonl`.
struct FailedInput: Codable, Hashable, Sendable {
  /// MediaPipe's number of the error.
  let code: Int
  /// The input's number in the manifest.
  let number: Int
  /// The input's name, as in results.
  let path: String
  /// The error's message.
  let reason: String

  init(_ entry: ManifestEntry, _ error: any Error, frame: Int? = nil) {
    let code = (error as? TasksError)?.code ?? .unknownError
    self.code = Int(code.rawValue)
    number = entry.number
    path = entry.source.description
    reason = (frame.map { "Frame \($0): " } ?? "") + error.localizedDescription
  }
}
