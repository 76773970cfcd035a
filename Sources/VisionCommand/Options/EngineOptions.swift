import ArgumentParser
import VisionCatalog
import VisionTasks

extension CompletionKind {
  /// Names of models, without repetitions.
  static func models(_ names: [String]) -> CompletionKind {
    .list(names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element))
  }

  /// The names of all entries of the catalog.
  static var catalog: CompletionKind { .models(ModelCatalog().entries.map(\.name)) }
}

/// Options that `vision TASK` and `vision worker TASK` share: model, threads, kernels and rotation.
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

  @Flag(
    help:
      "Run models with unverified operators, which can crash on damaged files; only for models from a trusted source."
  )
  var allowUnverifiedOperators = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(stringLiteral: CommonOptions.rotation.help)
  )
  var rotation: Rotation = .none

  /// The path of the given model, or of the task's default.
  func modelPath(default name: String) throws -> String { try Self.path(of: model ?? name) }

  /// Resolves a model to its path.
  ///
  /// - Throws: `TasksError` with `notFoundError` for a model that is not fetched or does not exist.
  static func path(of nameOrPath: String) throws -> String { try ModelCatalog().resolve(nameOrPath) }

  mutating func validate() throws {
    if let threads, !Self.threadCounts.contains(threads) {
      throw ValidationError(
        "--threads is \(threads); allowed are \(Self.threadCounts.lowerBound) to \(Self.threadCounts.upperBound).")
    }
  }

  /// The allowed numbers of threads.
  private static var threadCounts: ClosedRange<Int> { 1...BaseOptions.threadCounts.upperBound }
}
