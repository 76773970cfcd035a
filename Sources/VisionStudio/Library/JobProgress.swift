/// How far a run has come.
struct JobProgress: Sendable, Encodable {
  enum State: String, Sendable, Encodable {
    case waiting, running, done, failed
  }

  var state = State.waiting
  /// The frames that are done.
  var frames = 0
  /// The number of frames, where the file tells.
  var totalFrames: Int?
  /// The frames a second up to now.
  var framesPerSecond: Double?
  /// What was found in how many bytes of JSON Lines up to now.
  var resultBytes = 0
  /// How long the task took on average, in milliseconds a frame.
  var inferenceMs: Double?
  /// Why it failed, or what is not quite right with the result.
  var message: String?
  /// A picture's masks.
  var masks: [MaskPreview] = []

  var isOver: Bool { state == .done || state == .failed }
}
