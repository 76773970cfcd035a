import Foundation

/// One timed run, as it is handed to a worker process: ours or MediaPipe's, which read the same form.
struct BenchSpec: Codable {
  /// What a run measures.
  enum Kind: String, Codable {
    /// The time of every call, on a task that is made once.
    case calls
    /// The time from the start of the process to the first result, nothing else.
    case coldStart
    /// The allocations of a frame once warm; the process has the allocation counter loaded.
    case allocations
  }

  /// The task's name on the command line.
  var task: String
  var kind: Kind
  /// The path of the model file.
  var model: String
  /// `image` or `video`.
  var mode: String
  var numHands: Int
  var numPoses: Int
  /// Whether poses come with masks.
  var masks: Bool
  /// The most objects.
  var maxResults: Int
  /// The least score of an object.
  var scoreThreshold: Float
  /// Inference threads; 0 stands for the task's default. MediaPipe has no such option.
  var threads: Int
  /// A file of RGB frames without padding, one after another.
  var frames: String
  var width: Int
  var height: Int
  /// The timestamp of each frame, in milliseconds.
  var timestamps: [Int]
  /// How many calls are made on a single picture.
  var repeats: Int
  /// When the worker was started, in seconds since 1970.
  var started: Double

  /// The number of calls: every frame once, or a single picture over and over.
  var callCount: Int { mode == "video" ? timestamps.count : repeats }
}
