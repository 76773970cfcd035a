import Foundation
import VisionTasks

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
  let task: String
  var kind = Kind.calls
  /// The path of the model file.
  let model: String
  /// `image` or `video`.
  var mode = "video"
  /// The task's options, by their keys.
  let values: [String: OptionValue]
  /// The same for MediaPipe.
  let peer: PeerTask
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
  /// How many calls are made on a single image.
  var repeats = 0
  /// How many streams there are, where a run has several.
  var streams = 1
  /// When the worker was started, in seconds since 1970.
  var started = 0.0

  /// - Parameters:
  ///   - task: The task's name.
  ///   - model: The model's file.
  ///   - values: The options that differ from those of the task's benchmarks, by their keys.
  /// - Throws: `TasksError` with `invalidArgumentError` for a task that cannot be measured.
  init(task: String, model: String, values: [String: OptionValue] = [:]) throws {
    self.init(try Self.task(task), model: model, values: values)
  }

  init(_ task: any VisionTask.Type, model: String, values: [String: OptionValue] = [:]) {
    self.task = task.descriptor.name
    self.model = model
    self.values = task.descriptor.benchmarkValues.merging(values) { $1 }
    peer = PeerTask(task.descriptor.swift, task.descriptors, self.values)
  }

  /// The tasks that can be measured: those that MediaPipe has.
  static let tasks = TaskRegistry.all.filter { $0.descriptor.swift.api == .mediaPipe }

  /// Their names.
  static var names: [String] { tasks.map { $0.descriptor.name } }

  /// - Throws: `TasksError` with `invalidArgumentError` for a task that cannot be measured.
  static func task(_ name: String) throws -> any VisionTask.Type {
    guard let task = tasks.first(where: { $0.descriptor.name == name }) else {
      throw TasksError.invalidArgument(
        "\"\(name)\" cannot be benchmarked; allowed are \(names.joined(separator: ", ")).")
    }
    return task
  }

  /// The number of calls: every frame once, or a single image over and over.
  var callCount: Int { mode == "video" ? timestamps.count : repeats }

  /// The threads that inference uses at a time: of one model, or of two side by side.
  var threadCount: Int {
    let options = BaseOptions()
    options.threadCount = threads
    return options.inference.threadCount
  }

  /// Takes the frames that the run is about.
  mutating func take(_ decoded: BenchFrames) {
    mode = decoded.isVideo ? "video" : "image"
    frames = decoded.path
    (width, height) = (decoded.width, decoded.height)
    timestamps = decoded.timestamps
  }
}

/// A task in the names of MediaPipe's Python package.
struct PeerTask: Codable, Hashable, Sendable {
  /// The class, `GestureRecognizer`.
  let type: String
  /// The method for images; that for videos ends with `_for_video`.
  let method: String
  /// The options, by their names in Python.
  let options: [String: OptionValue]

  init(_ names: TaskDescriptor.SwiftNames, _ descriptors: [OptionDescriptor], _ values: [String: OptionValue]) {
    type = names.type
    method = names.verb
    var options: [String: OptionValue] = [:]
    for option in descriptors {
      if let value = values[option.key] { options[Self.pythonName(option.property)] = value }
    }
    self.options = options
  }

  /// `numHands` is `num_hands` there, and `shouldOutputSegmentationMasks` is `output_segmentation_masks`.
  private static func pythonName(_ property: String) -> String {
    let name = property.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    return name.hasPrefix("should_") ? String(name.dropFirst("should_".count)) : name
  }
}
