import VisionCore

/// Verifies a model before the runtime reads it.
///
/// The runtime trusts a model's numbers: it divides by strides, allocates by shapes and follows indices. So each
/// operator is checked by the rule for its kind (`OperatorRule`): inputs and outputs, types, shapes that follow from
/// inputs and options, constants, and limits of numbers. Each tensor is checked with its buffer and quantization, and
/// the graph for its order. All of it is charged to one `ModelBudget`.
package struct ModelVerifier {
  /// Whether operators without a rule, control flow and further subgraphs are allowed unverified.
  private let allowsUnverified: Bool
  /// The package's custom operators by their custom code.
  private let customOperators: [String: CustomOperatorFace]

  /// - Parameters:
  ///   - allowsUnverified: Whether operators without a rule, control flow and further subgraphs are allowed. All other
  ///     operators are still verified.
  ///   - customOperators: The package's custom operators by their custom code.
  package init(allowsUnverified: Bool = false, customOperators: [String: CustomOperatorFace] = [:]) {
    self.allowsUnverified = allowsUnverified
    self.customOperators = customOperators
  }

  /// Verifies a model's bytes.
  ///
  /// - Parameter data: The bytes, which may extend beyond the model.
  /// - Returns: The maximum memory and arithmetic of the model.
  /// - Throws: `TasksError` with `invalidArgumentError` for a model that breaks a rule, `unimplementedError` for an
  ///   operator without one, `resourceExhaustedError` for one that needs too much. Messages name the operator and its
  ///   index, the fault and what is allowed.
  @discardableResult
  package func verify(_ data: ModelData) throws(TasksError) -> ModelBudget {
    let buffer = try FlatBuffer(data, identifier: TFLiteSchema.identifier, what: "TensorFlow Lite model")
    let model = try buffer.root
    let version = try model.integer(TFLiteSchema.Model.version, absent: UInt32(0))
    guard version == TFLiteSchema.version else {
      throw Self.refusal("its schema has the version \(version); only \(TFLiteSchema.version) is supported")
    }
    let buffers = try model.tables(TFLiteSchema.Model.buffers)
    for table in buffers where try table.integer(TFLiteSchema.Buffer.offset, absent: UInt64(0)) > 1 {
      throw Self.refusal("it keeps constants behind its tables, which is not supported")
    }
    let subgraphs = try model.tables(TFLiteSchema.Model.subgraphs)
    guard let subgraph = subgraphs.first, subgraphs.count == 1 || allowsUnverified else {
      throw TasksError(
        .unimplementedError,
        "The model is refused: it has \(subgraphs.count.counted("subgraph")), which only control flow needs. "
          + UnverifiedOperators.advice)
    }
    var graph = try GraphCheck(
      subgraph, codes: model.tables(TFLiteSchema.Model.operatorCodes), buffers: buffers,
      allowsUnverified: allowsUnverified, customOperators: customOperators)
    try graph.verify()
    try SignatureCheck.verify(model, subgraph: subgraph, tensorCount: graph.tensors.count)
    return graph.budget
  }

  static func refusal(_ what: String) -> TasksError {
    TasksError.invalidArgument("The model is refused: \(what). Fetch or convert it again.")
  }
}

/// Messages about operators that are not verified.
enum UnverifiedOperators {
  static let advice =
    "Use another model, or, if its source is trusted, set baseOptions.allowUnverifiedOperators "
    + "(--allow-unverified-operators)."
}

/// The types and shapes of a custom operator, for the verifier.
package struct CustomOperatorFace: Sendable {
  /// The shape of its one input.
  let inputShape: [Int]
  /// The shape of its one output.
  let outputShape: [Int]
  /// The element types that input and output may have.
  let elementTypes: Set<TensorElementType>
  /// The memory that it needs beside its tensors, in bytes.
  let memory: Int

  package init(inputShape: [Int], outputShape: [Int], elementTypes: Set<TensorElementType>, memory: Int = 0) {
    self.inputShape = inputShape
    self.outputShape = outputShape
    self.elementTypes = elementTypes
    self.memory = memory
  }
}
