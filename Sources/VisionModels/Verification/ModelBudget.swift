import VisionCore

/// Limits of the memory and arithmetic of one model, charged before anything is allocated or compiled.
///
/// Sizes are the runtime's worst case: every tensor has memory of its own, weights are packed again beside the file's,
/// and windows need a table of addresses.
package struct ModelBudget: Sendable {
  /// Maximum bytes of a model: 1 GiB. Published models need at most an eighth of it.
  package static let byteLimit = 1 << 30
  /// Maximum MACs of an inference: 10¹¹. Published models need at most about 10⁹.
  package static let workLimit = 100_000_000_000

  /// The bytes charged so far.
  package private(set) var bytes = 0
  /// The MACs, or comparisons of a window, charged so far.
  package private(set) var work = 0
  /// The largest scratch memory of one operator: the runtime reuses it for the next one.
  private var scratch = 0

  /// Charges memory for the life of the model.
  mutating func charge(bytes factors: Int..., for what: @autoclosure () -> String) throws(TasksError) {
    bytes = try Self.sum(bytes, factors, limit: Self.byteLimit - scratch, "bytes of memory", what)
  }

  /// Charges memory that only one operator uses at a time.
  mutating func charge(scratch factors: Int..., for what: @autoclosure () -> String) throws(TasksError) {
    scratch = max(scratch, try Self.sum(0, factors, limit: Self.byteLimit - bytes, "bytes of memory", what))
  }

  /// Charges arithmetic.
  mutating func charge(work factors: Int..., for what: @autoclosure () -> String) throws(TasksError) {
    work = try Self.sum(work, factors, limit: Self.workLimit, "multiply-accumulate operations", what)
  }

  private static func sum(
    _ start: Int, _ factors: [Int], limit: Int, _ unit: String, _ what: () -> String
  ) throws(TasksError) -> Int {
    var product = 1
    var overflows = false
    for factor in factors {
      let (value, overflow) = product.multipliedReportingOverflow(by: max(factor, 0))
      product = value
      overflows = overflows || overflow
    }
    let (total, overflow) = start.addingReportingOverflow(product)
    guard !overflows, !overflow, total <= limit else {
      throw TasksError(
        .resourceExhaustedError,
        "The model is too large: with \(what()) it needs more than \(limit) \(unit). Use a smaller model.")
    }
    return total
  }
}
