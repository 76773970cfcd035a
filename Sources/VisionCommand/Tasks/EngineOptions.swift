import ArgumentParser
import VisionCatalog
import VisionTasks

extension CompletionKind {
  static var catalog: CompletionKind { .list(ModelCatalog().entries.map(\.name)) }

  /// Names of models, and model files.
  static func models(_ names: [String]) -> CompletionKind {
    let names = names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element)
    return .custom { _, _, start in names.filter { $0.hasPrefix(start) } + modelFiles(beginningWith: start) }
  }

  /// Model files and folders whose paths begin with a text. The content stands for the only folder, since a shell ends
  /// the word after the only completion. A folder that cannot be read has none.
  private static func modelFiles(beginningWith start: String) -> [String] {
    let folder = start.lastIndex(of: "/").map { String(start[...$0]) } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let paths = names.filter { !$0.hasPrefix(".") }.sorted().map { folder + $0 }.filter { $0.hasPrefix(start) }
    let files = paths.compactMap { path -> String? in
      if FilePlace(path: path).kind == .folder { return path + "/" }
      return path.hasSuffix(".task") || path.hasSuffix(".tflite") ? path : nil
    }
    guard files.count == 1, let only = files.first, only.hasSuffix("/") else { return files }
    return modelFiles(beginningWith: only)
  }
}

struct EngineOptions: ParsableArguments {
  @Option(
    help: "A model's name in the catalog or a model file (default: the task's default model).", value: "name-or-path",
    completion: .models(TaskRegistry.all.flatMap { $0.descriptor.models }))
  var model: String?

  @Option(help: "Number of inference threads, 1 to 256 (default: the fastest on this machine).", number: "n")
  var threads: Int?

  @Option(
    help:
      "Convolution kernels: this package's where they are faster (automatic), LiteRT's (off), or this package's (always) (default: automatic)."
  )
  var kernels: Kernels?

  @Option(help: ArgumentHelp(stringLiteral: CommonOptions.precision.help))
  var precision: Precision = .exact

  @Flag(
    help:
      "Run models with unverified operators, which can crash on damaged files; only for models from a trusted source.")
  var allowUnverifiedOperators = false

  @Option(parsing: .unconditional, help: ArgumentHelp(stringLiteral: CommonOptions.rotation.help))
  var rotation: Rotation = .none

  mutating func validate() throws { try Self.check(threads: threads) }

  /// `threads` holds without `--threads`.
  func apply(to options: BaseOptions, threads: Int = 0) {
    options.threadCount = self.threads ?? threads
    if let kernels { options.kernels = kernels }
    options.precision = precision
    options.allowUnverifiedOperators = allowUnverifiedOperators
  }

  static func check(threads: Int?) throws {
    try ValidationError.check(threads, in: 1...BaseOptions.threadCounts.upperBound, option: "--threads")
  }
}

/// How many inputs are processed concurrently, each by a task with one thread. A single one uses all cores.
struct JobOptions<Place: ArgumentPlace>: ParsableArguments {
  @Option(
    help:
      "Number of \(Place.inputs) processed concurrently, up to \(BaseOptions.threadCounts.upperBound), with one inference thread each (default: one per core).",
    number: "n")
  var jobs: Int?

  mutating func validate() throws {
    try ValidationError.check(jobs, in: 1...BaseOptions.threadCounts.upperBound, option: "--jobs")
  }

  /// The pool size for a number of inputs: each task has a thread, and surplus ones would only take memory.
  func poolSize(inputCount: Int) -> Int {
    max(1, min(jobs ?? ProcessResources.current.processors, inputCount, BaseOptions.threadCounts.upperBound))
  }
}

enum ModeChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, image, video, live

  func runningMode(isVideo: Bool, isLive: Bool) -> RunningMode {
    switch self {
    case .auto: isLive ? .liveStream : isVideo ? .video : .image
    case .image: .image
    case .video: .video
    case .live: .liveStream
    }
  }
}

/// The values of `--rotation`: the clockwise rotation in degrees that makes an image upright.
enum Rotation: Int, ExpressibleByArgument, CaseIterable {
  case none = 0, quarter = 90, half = 180, threeQuarters = 270

  var orientation: ImageOrientation { ImageOrientation(clockwiseDegrees: rawValue) ?? .up }
}

extension Kernels: ExpressibleByArgument {}
extension Precision: ExpressibleByArgument {}
