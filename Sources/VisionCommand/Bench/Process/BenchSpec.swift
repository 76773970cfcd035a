import Foundation
import MediaPipeTasksVision

/// One timed run, as it is handed to a worker process: ours or MediaPipe's, which read the same form.
struct BenchSpec: Codable, Sendable {
  /// What a run measures.
  enum Kind: String, Codable, Sendable {
    /// The time of every call, on a task that is made once.
    case calls
    /// The time from the start of the process to the first result, nothing else.
    case coldStart
    /// The allocations of a frame once warm; the process has the allocation counter loaded.
    case allocations
    /// Several streams at a time, each with a task of its own.
    case streams
  }

  /// The task's name on the command line.
  var task: String
  var kind = Kind.calls
  /// The path of the model file.
  var model: String
  /// `image` or `video`.
  var mode = "video"
  var numHands = 2
  var numPoses = 1
  /// Whether poses come with masks.
  var masks = false
  /// The most objects.
  var maxResults = 5
  /// The least score of an object.
  var scoreThreshold: Float = 0.3
  /// Inference threads; 0 stands for the task's default. MediaPipe has no such option.
  var threads = 0
  /// Which kernels compute convolutions. MediaPipe has no such option.
  var kernels = Kernels.automatic
  /// A file of RGB frames without padding, one after another.
  var frames = ""
  var width = 0
  var height = 0
  /// The timestamp of each frame, in milliseconds.
  var timestamps: [Int] = []
  /// How many calls are made on a single picture.
  var repeats = 0
  /// How many streams there are, where a run has several.
  var streams = 1
  /// When the worker was started, in seconds since 1970.
  var started = 0.0

  /// The number of calls: every frame once, or a single picture over and over.
  var callCount: Int { mode == "video" ? timestamps.count : repeats }

  /// Takes the frames that the run is about.
  mutating func take(_ decoded: BenchFrames) {
    mode = decoded.isVideo ? "video" : "image"
    frames = decoded.path
    (width, height) = (decoded.width, decoded.height)
    timestamps = decoded.timestamps
  }
}
