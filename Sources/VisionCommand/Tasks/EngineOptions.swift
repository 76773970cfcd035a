import ArgumentParser
import VisionCatalog
import VisionTasks

extension CompletionKind {
  static func models(_ names: [String]) -> CompletionKind {
    .list(names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element))
  }

  static var catalog: CompletionKind { .models(ModelCatalog().entries.map(\.name)) }
}

struct EngineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A model's name in the catalog or a model file (default: the task's default model).", valueName: "name-or-path"),
    completion: .models(TaskRegistry.all.flatMap { $0.descriptor.models }))
  var model: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of inference threads, 1 to 256 (default: the fastest on this machine).", valueName: "n"))
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

  static func check(threads: Int?) throws {
    let maximum = BaseOptions.threadCounts.upperBound
    if let threads, !(1...maximum).contains(threads) {
      throw ValidationError("--threads is \(threads); allowed are 1 to \(maximum).")
    }
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
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  var orientation: ImageOrientation { ImageOrientation(clockwiseDegrees: rawValue) ?? .up }
}

extension Kernels: ExpressibleByArgument {}
extension Precision: ExpressibleByArgument {}
