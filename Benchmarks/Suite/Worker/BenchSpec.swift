import Foundation
import VisionCatalog
import VisionCore
import VisionTasks

/// One timed run, encoded as JSON for a worker process, ours or MediaPipe's.
struct BenchSpec: Codable, Sendable {
  /// The kind of measurement.
  enum Kind: String, Codable, Sendable {
    /// The time of every call on one task.
    case calls
    /// The time from process start to the first result.
    case coldStart
    /// Allocations per frame after warm-up, in a process with the allocation counter.
    case allocations
    /// Several concurrent streams, each with its own task.
    case streams
  }

  /// The task's name on the command line.
  let task: String
  var kind = Kind.calls
  /// The path of the model file.
  let model: String
  /// `image` or `video`.
  var mode = "video"
  /// The task's option values, by the options' keys.
  let values: [String: OptionValue]
  /// The task and its options in MediaPipe's names.
  let peer: PeerTask
  /// The number of inference threads; 0 for the task's default. MediaPipe has no such option.
  var threads = 0
  /// The convolution kernels. MediaPipe has no such option.
  var kernels = Kernels.automatic
  /// The path of a file of consecutive RGB frames without padding.
  var frames = ""
  var width = 0
  var height = 0
  /// The timestamp of each frame, in milliseconds.
  var timestamps: [Int] = []
  /// The number of calls on a single image.
  var repeats = 0
  /// The number of streams.
  var streams = 1
  /// The start time of the worker, in seconds since 1970.
  var started = 0.0

  /// - Parameters:
  ///   - task: The task's name.
  ///   - model: The model's file.
  ///   - values: Option values that override those of the suite, by the options' keys.
  /// - Throws: `TasksError` with `invalidArgumentError` for a task that cannot be benchmarked.
  init(task: String, model: String, values: [String: OptionValue] = [:]) throws {
    self.init(try Self.task(task), model: model, values: values)
  }

  /// A row of the suite's table.
  init(_ row: SuiteRow) throws {
    try self.init(task: row.task, model: ModelCatalog().resolve(row.model), values: row.values)
  }

  init(_ task: any TaskDefinition.Type, model: String, values: [String: OptionValue] = [:]) {
    self.task = task.descriptor.name
    self.model = model
    self.values = SuiteRow.initialValues(of: task.descriptor.name).merging(values) { $1 }
    peer = PeerTask(task.descriptor.swift, task.descriptors, self.values)
  }

  /// The tasks that can be benchmarked: those of MediaPipe.
  static let tasks = TaskRegistry.all.filter { $0.descriptor.swift.api == .mediaPipe }

  /// Their names.
  static var names: [String] { tasks.map { $0.descriptor.name } }

  /// Finds a task by name.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a task that cannot be benchmarked.
  static func task(_ name: String) throws -> any TaskDefinition.Type {
    guard let task = tasks.first(where: { $0.descriptor.name == name }) else {
      throw TasksError.invalidArgument(
        "\"\(name)\" cannot be benchmarked; allowed are \(names.joined(separator: ", ")).")
    }
    return task
  }

  /// The number of calls: one per frame, or `repeats` on an image.
  var callCount: Int { mode == "video" ? timestamps.count : repeats }

  /// The number of threads that inference uses.
  var threadCount: Int {
    let options = BaseOptions()
    options.threadCount = threads
    return options.inference.threadCount
  }

  /// Sets the run's frames.
  mutating func setFrames(_ decoded: BenchFrames) {
    mode = decoded.isVideo ? "video" : "image"
    frames = decoded.path
    (width, height) = (decoded.width, decoded.height)
    timestamps = decoded.timestamps
  }
}

/// A task in the names of MediaPipe's Python package.
struct PeerTask: Codable, Hashable, Sendable {
  /// The class name, such as `GestureRecognizer`.
  let type: String
  /// The method for images; the one for videos has the suffix `_for_video`.
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

  /// Converts `numHands` to `num_hands`, and `shouldOutputSegmentationMasks` to `output_segmentation_masks`.
  private static func pythonName(_ property: String) -> String {
    let name = property.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    return name.hasPrefix("should_") ? String(name.dropFirst("should_".count)) : name
  }
}
