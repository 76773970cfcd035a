import ArgumentParser
import VisionCatalog
import VisionTasks

/// How every task runs, whatever brings its images: the model, the threads, the kernels, and how images lie.
struct EngineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A model's name in the catalog or a model file (default: the task's own model).", valueName: "name-or-path"))
  var model: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Inference threads, 1 to 256 (default: what is fastest on this machine).", valueName: "n"))
  var threads: Int?

  @Option(
    help:
      "Convolution kernels: this package's where they are faster, the runtime's (off), or this package's always (default: automatic)."
  )
  var kernels: Kernels?

  @Flag(
    help:
      "Run models with operators that are not verified, which a damaged file could crash; only for models of a trusted source."
  )
  var allowUnverifiedOperators = false

  @Option(
    parsing: .unconditional,
    help:
      "The clockwise turn that makes the image upright, after the one that its file states; coordinates are those before this turn."
  )
  var rotation: Rotation = .none

  /// The file of the model that was named, or of the task's own.
  func modelPath(default name: String) throws -> String { try Self.path(of: model ?? name) }

  /// The file of a model.
  ///
  /// - Throws: `TasksError` with `notFoundError` for a model that is not there.
  static func path(of nameOrPath: String) throws -> String { try ModelCatalog().resolve(nameOrPath) }

  mutating func validate() throws {
    if let threads, !Self.threadCounts.contains(threads) {
      throw ValidationError(
        "--threads is \(threads); allowed are \(Self.threadCounts.lowerBound) to \(Self.threadCounts.upperBound).")
    }
  }

  /// The numbers of threads that can be asked for.
  private static var threadCounts: ClosedRange<Int> { 1...BaseOptions.threadCounts.upperBound }
}
