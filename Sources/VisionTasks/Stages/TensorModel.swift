import VisionErrors
import VisionModels
import VisionRuntime

/// A compiled model of a bundle whose tensors have been checked against what its pipeline relies on.
package final class TensorModel {
  let name: String
  package let compiled: CompiledModel
  let metadata: ModelMetadata?
  /// The bytes that were compiled, without what was cut off.
  private let bytes: ModelData
  /// Who shares the work of operators that are not the runtime's; idle between runs.
  let team: KernelTeam?
  /// The multiply-adds of those operators.
  private let ownMultiplyAdds: MultiplyAdds

  /// With `outputs`, the positions in the file of those that are wanted, operators that only others need are not run.
  package convenience init(
    name: String, data: ModelData, keepingOutputs outputs: [Int]? = nil, inference: InferenceOptions
  )
    throws
  {
    try self.init(
      name: name, model: Self.naming(name) { try TFLiteModel(data) }, keepingOutputs: outputs, inference: inference)
  }

  /// Compiles a model that has been read already.
  convenience init(
    name: String, model: TFLiteModel, keepingOutputs outputs: [Int]? = nil, inference: InferenceOptions
  ) throws {
    try self.init(name: name, model: model, inference: inference) {
      try $0.keepingOutputs(outputs ?? Array($0.outputs.indices))
    }
  }

  /// Compiles a model whose outputs are tensors from within its graph.
  convenience init(name: String, model: TFLiteModel, origins: [OutputOrigin], inference: InferenceOptions) throws {
    try self.init(name: name, model: model, inference: inference) { try $0.replacingOutputs(by: origins) }
  }

  private init(
    name: String, model: TFLiteModel, inference: InferenceOptions, cutting: (TFLiteModel) throws -> ModelData
  ) throws {
    self.name = name
    metadata = model.metadata
    let changed = try Self.naming(name) {
      try Self.verify(model.data, inference: inference)
      let changed = try Self.changed(model, inference: inference, cutting: cutting)
      // Verified is what the runtime gets, not only what the changes were made of.
      try Self.verify(changed.bytes, inference: inference, operators: changed.faces)
      return changed
    }
    bytes = changed.bytes
    team = changed.team
    ownMultiplyAdds = changed.kernels.reduce(into: MultiplyAdds()) { $0 += $1.multiplyAdds }
    compiled = try bytes.withUnsafeBytes { [bytes] in
      try CompiledModel(
        name: name, bytes: $0, keepingAlive: bytes,
        options: CompiledModelOptions(
          threadCount: changed.threadCount,
          sharesWeights: SharedWeights.isActive && Self.naming(name) { try TFLiteModel(bytes).packsEachConstantOnce() },
          tensorByteLimit: ModelBudget.byteLimit),
        operators: changed.kernels)
    }
    // The runtime has packed the weights; the file's need no memory beside them.
    bytes.releasePages()
    model.data.releasePages()
  }

  /// Verifies bytes before anything is compiled of them.
  private static func verify(
    _ data: ModelData, inference: InferenceOptions, operators: [String: CustomOperatorFace] = [:]
  ) throws(TasksError) {
    try ModelVerifier(allowsUnverified: inference.allowUnverifiedOperators, customOperators: operators).verify(data)
  }

  /// What is compiled of a model.
  struct Changed {
    /// The bytes to compile.
    let bytes: ModelData
    /// The operators of ours that they name.
    var kernels: [ConvolutionBlockOperator] = []
    /// What those take and give, by their names.
    var faces: [String: CustomOperatorFace] = [:]
    /// Who shares their work.
    var team: KernelTeam?
    /// The threads for all other operators.
    let threadCount: Int
  }

  /// A model made faster without other results but for rounding, and cut.
  ///
  /// A file that is put together so that its graph cannot be changed is run as it is.
  ///
  /// - Parameters:
  ///   - model: The model of the file.
  ///   - inference: The threads that it may take, and whose kernels.
  ///   - cutting: Leaves what is not wanted out of a model with the same numbers of tensors and outputs.
  /// - Returns: What to compile.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model, and what `cutting` throws of the unchanged one.
  static func changed(
    _ model: TFLiteModel, inference: InferenceOptions, cutting: (TFLiteModel) throws -> ModelData
  ) throws -> Changed {
    let simple = (try? TFLiteModel(model.simplified())) ?? model
    guard let cut = try? TFLiteModel(cutting(simple)) else {
      return Changed(bytes: try cutting(model), threadCount: inference.threadCount)
    }
    // After the cut: what only dropped outputs read does not come between two convolutions any more.
    let operators = try KernelOperators(cut, inference: inference)
    let uses = operators.all.map(\.use)
    let changes = GraphChanges(customOperators: uses, denseWeights: try cut.denseWeights(except: uses))
    guard let bytes = try? cut.keepingOutputs(Array(cut.outputs.indices), applying: changes) else {
      return Changed(bytes: try cutting(model), threadCount: inference.threadCount)
    }
    let faces = operators.all.map { ($0.use.name, $0.kernel.face) }
    return Changed(
      bytes: bytes, kernels: operators.all.map(\.kernel), faces: Dictionary(faces) { first, _ in first },
      team: operators.team, threadCount: operators.threadCount)
  }

  /// The multiply-adds of a run.
  func multiplyAdds() throws -> MultiplyAdds {
    var sum = try TFLiteModel(bytes).multiplyAdds()
    sum += ownMultiplyAdds
    return sum
  }

  /// The elements of a float32 input of exactly `count` elements.
  func input(_ index: Int, count: Int) throws -> UnsafeMutableBufferPointer<Float> {
    try tensor(compiled.inputs, index, count: count, "input")
  }

  /// The elements of a float32 output of exactly `count` elements.
  func output(_ index: Int, count: Int) throws -> UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(try tensor(compiled.outputs, index, count: count, "output"))
  }

  /// The elements of a float32 output of any size.
  func output(_ index: Int) throws -> UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(try tensor(compiled.outputs, index, count: nil, "output"))
  }

  /// All outputs as floating-point numbers.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` unless all hold floats or all hold bytes.
  func floatOutputs() throws -> [FloatOutput] {
    try Self.checkOutputTypes(compiled.outputs.map { "\($0.elementType)" }, model: name)
    return try compiled.outputs.map { try FloatOutput($0, model: name) }
  }

  /// Refuses outputs of different types, and of those that no task takes.
  ///
  /// - Parameters:
  ///   - types: The types' names.
  ///   - model: What the model is called.
  /// - Throws: `TasksError` with `invalidArgumentError` unless all are `float32` or all `uint8`.
  static func checkOutputTypes(_ types: [String], model: String) throws(TasksError) {
    guard Set(types).count == 1, let type = types.first, ["float32", "uint8"].contains(type) else {
      throw TasksError.invalidArgument(
        "Model \(model) has outputs of \(types.joined(separator: ", ")); all have to be float32 or all uint8.")
    }
  }

  private func tensor(
    _ tensors: [Tensor], _ index: Int, count: Int?, _ kind: String
  ) throws -> UnsafeMutableBufferPointer<Float> {
    guard tensors.indices.contains(index) else {
      throw TasksError.invalidArgument("Model \(name) has \(tensors.count.counted(kind)); \(kind) \(index) is needed.")
    }
    let elements = try Self.naming(name) { try tensors[index].floats() }
    if let count, elements.count != count {
      throw TasksError.invalidArgument(
        "Model \(name) has the shape \(tensors[index].shape) at \(kind) \(index); \(count.counted("element")) needed.")
    }
    return elements
  }

  /// Puts the model's name in front of an error about its bytes.
  static func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as TasksError {
      throw TasksError(error.code, "Model \(name): \(error.message)")
    }
  }
}
