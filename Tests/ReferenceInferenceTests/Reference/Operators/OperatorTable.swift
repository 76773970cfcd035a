import VisionCore

/// The operators that the reference has, by name: those that the package's models use.
enum OperatorTable {
  /// Computes an operator's results.
  typealias Kernel = @Sendable (OperatorCall) throws(TasksError) -> [ReferenceTensor]

  /// The names of all operators.
  static var names: [String] { kernels.keys.sorted() }

  private static let kernels: [String: Kernel] = [
    convolutions, pooling, arithmetic, functions, reductions, moves, slices, resizing, conversions, detection,
  ].reduce(into: [:]) { all, family in all.merge(family) { first, _ in first } }

  /// Finds an operator.
  ///
  /// - Throws: `TasksError` with `unimplementedError` for one that the reference does not have, naming it.
  static func kernel(named name: String) throws(TasksError) -> Kernel {
    guard let kernel = kernels[name] else {
      throw TasksError(
        .unimplementedError,
        "The reference has no operator \(name); it has \(names.joined(separator: ", ")).")
    }
    return kernel
  }
}
