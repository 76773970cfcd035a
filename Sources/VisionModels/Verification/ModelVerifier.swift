import VisionCore

/// Verifies a model before the runtime reads it.
/// The runtime trusts a model's numbers: it divides by strides, allocates by shapes and follows indices. So each
/// operator is checked by the rule for its kind (`OperatorRule`): inputs and outputs, types, shapes that follow from
/// inputs and options, constants, and limits of numbers. Each tensor is checked with its buffer and quantization, and
/// the graph for its order. All of it is charged to one `ModelBudget`.
package struct ModelVerifier {
  /// Whether operators without a rule, control flow and further subgraphs are allowed; all others are still verified.
  private let allowsUnverified: Bool
  private let customOperators: [String: CustomOperatorSignature]

  package init(allowsUnverified: Bool = false, customOperators: [String: CustomOperatorSignature] = [:]) {
    (self.allowsUnverified, self.customOperators) = (allowsUnverified, customOperators)
  }

  /// Returns the maximum memory and arithmetic of a model, whose bytes may extend beyond it. Errors name the operator,
  /// the fault and what is allowed: `invalidArgumentError` for a model that breaks a rule, `unimplementedError` for an
  /// operator without one, `resourceExhaustedError` for a model that needs too much.
  @discardableResult package func verify(_ data: ModelData) throws(TasksError) -> ModelBudget {
    let tables = try ModelTables(data)
    let version = try tables.model.integer(TFLiteSchema.Model.version, absent: UInt32(0))
    guard version == TFLiteSchema.version else {
      throw Self.refusal("its schema has the version \(version); only \(TFLiteSchema.version) is supported")
    }
    let buffers = try tables.buffers()
    for table in buffers where try table.integer(TFLiteSchema.Buffer.offset, absent: UInt64(0)) > 1 {
      throw Self.refusal("it keeps constants behind its tables, which is not supported")
    }
    guard tables.subgraphs.count == 1 || allowsUnverified else {
      throw TasksError(
        .unimplementedError,
        "The model is refused: it has \(tables.subgraphs.count.counted("subgraph")), which only control flow needs. "
          + Self.unverifiedAdvice)
    }
    var graph = try GraphCheck(
      tables, buffers: buffers, allowsUnverified: allowsUnverified, customOperators: customOperators)
    try graph.verify()
    try Self.verifySignatures(of: tables.model, tables.subgraphs)
    return graph.budget
  }

  /// Verifies that signatures name the graph's own inputs and outputs.
  private static func verifySignatures(of model: FlatBufferTable, _ subgraphs: [FlatBufferTable]) throws(TasksError) {
    typealias Slot = TFLiteSchema.Signature
    for signature in try model.tables(TFLiteSchema.Model.signatures) {
      let place = Int(try signature.integer(Slot.subgraph, absent: UInt32(0)))
      guard subgraphs.indices.contains(place), try signature.reference(Slot.key) != nil else {
        throw refusal("a signature has no name or names subgraph \(place) of \(subgraphs.count)")
      }
      for (ours, theirs) in [(Slot.inputs, TFLiteSchema.Subgraph.inputs), (.outputs, .outputs)] {
        let allowed = try subgraphs[place].integers(theirs, as: Int32.self)
        var named: [Int32] = []
        var names: Set<String> = []
        for entry in try signature.tables(ours) {
          named.append(Int32(clamping: try entry.integer(TFLiteSchema.SignatureTensor.tensor, absent: UInt32(0))))
          names.insert(try entry.text(TFLiteSchema.SignatureTensor.name) ?? "")
        }
        guard named.sorted() == allowed.sorted(), names.count == named.count, !names.contains("") else {
          throw refusal("a signature names the tensors \(named), each with a name of its own; the graph has \(allowed)")
        }
      }
    }
  }

  static let unverifiedAdvice =
    "Use another model, or, if its source is trusted, set baseOptions.allowUnverifiedOperators "
    + "(--allow-unverified-operators)."

  static func refusal(_ what: String) -> TasksError {
    TasksError.invalidArgument("The model is refused: \(what). Fetch or convert it again.")
  }
}

package struct CustomOperatorSignature: Sendable {
  package let inputShape: [Int]
  /// The shape of a second input, of the output's type; nil without one.
  package let secondShape: [Int]?
  package let outputShape: [Int]
  package let inputType: TensorElementType
  package let outputType: TensorElementType

  package init(
    inputShape: [Int], secondShape: [Int]? = nil, outputShape: [Int], inputType: TensorElementType,
    outputType: TensorElementType
  ) {
    (self.inputShape, self.secondShape, self.outputShape) = (inputShape, secondShape, outputShape)
    (self.inputType, self.outputType) = (inputType, outputType)
  }
}

/// Limits of the memory and arithmetic of one model, charged before anything is allocated or compiled, in the runtime's
/// worst case: each tensor in memory of its own, weights packed again, and tables of addresses for windows.
package struct ModelBudget: Sendable {
  /// Maximum bytes of a model: 1 GiB. Published models need at most an eighth of it.
  package static let byteLimit = 1 << 30
  /// Maximum MACs of an inference: 10¹¹. Published models need at most about 10⁹.
  package static let workLimit = 100_000_000_000

  package private(set) var bytes = 0
  /// The MACs, or comparisons of a window, charged so far.
  package private(set) var work = 0
  /// The largest scratch memory of one operator: the runtime reuses it for the next one.
  private var scratch = 0

  mutating func charge(bytes factors: Int..., for what: @autoclosure () -> String) throws(TasksError) {
    bytes = try Self.sum(bytes, factors, limit: Self.byteLimit - scratch, "bytes of memory", what)
  }

  /// Charges memory that only one operator uses at a time.
  mutating func charge(scratch factors: Int..., for what: @autoclosure () -> String) throws(TasksError) {
    scratch = max(scratch, try Self.sum(0, factors, limit: Self.byteLimit - bytes, "bytes of memory", what))
  }

  mutating func charge(work factors: Int..., for what: @autoclosure () -> String) throws(TasksError) {
    work = try Self.sum(work, factors, limit: Self.workLimit, "multiply-accumulate operations", what)
  }

  private static func sum(
    _ start: Int, _ factors: [Int], limit: Int, _ unit: String, _ what: () -> String
  ) throws(TasksError) -> Int {
    let product = factors.map { max($0, 0) }.product
    let (total, overflows) = start.addingReportingOverflow(product ?? .max)
    guard product != nil, !overflows, total <= limit else {
      throw TasksError(
        .resourceExhaustedError,
        "The model is too large: with \(what()) it needs more than \(limit) \(unit). Use a smaller model.")
    }
    return total
  }
}
