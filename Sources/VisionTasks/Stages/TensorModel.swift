import LiteRTEngine
import VisionErrors
import VisionImaging
import VisionInference
import VisionModels

/// One of a task's models, loaded by an engine, with what the file says of it.
///
/// Not Sendable: one inference at a time.
package final class TensorModel {
  /// The name in messages.
  let name: String
  package let inputs: [HostTensor]
  package let outputs: [SessionOutput]
  /// Labels, normalization and the like; nil when the file has none.
  let metadata: ModelMetadata?
  /// Threads that share the inferences' work; the caller may have them share the filling of the inputs, too.
  var sharing: (any WorkSharing)? { session.sharing }

  private let session: any InferenceSession

  /// Loads a model.
  ///
  /// - Parameters:
  ///   - name: Its name in messages.
  ///   - model: The model as read.
  ///   - outputs: The wanted outputs; nil stands for all. What only other outputs need does not run.
  ///   - inference: The threads, the engine's kernels and what is let through.
  /// - Throws: `TasksError` of `InferenceEngine.load(_:)`.
  package init(
    name: String, model: TFLiteModel, outputs: [OutputRequest]? = nil, inference: InferenceOptions
  ) throws {
    self.name = name
    metadata = model.metadata
    let engine = EngineOverride.engine ?? LiteRT()
    session = try engine.load(ModelRequest(name: name, model: model, outputs: outputs, options: inference))
    try InferenceJournal.current?.note(session.report(), of: name)
    inputs = session.inputs
    self.outputs = session.outputs
  }

  /// Reads and loads a model of a bundle.
  ///
  /// - Parameters:
  ///   - name: Its name in messages.
  ///   - data: The bytes.
  ///   - outputs: The positions of the wanted outputs; nil stands for all.
  ///   - inference: As above.
  /// - Throws: As `init(name:model:outputs:inference:)`, and `TasksError` with `invalidArgumentError` for bytes that are no model.
  package convenience init(
    name: String, data: ModelData, wantedOutputs outputs: [Int]? = nil, inference: InferenceOptions
  ) throws {
    try self.init(
      name: name, model: Self.naming(name) { try TFLiteModel(data) }, outputs: outputs?.map { OutputRequest($0) },
      inference: inference)
  }

  /// Reads and loads a model file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - inference: The threads, the engine's kernels and what is let through.
  /// - Throws: As `init(name:data:wantedOutputs:inference:)`, and `TasksError` with `notFoundError` for a missing file.
  convenience init(path: String, inference: InferenceOptions) throws {
    try self.init(name: Self.name(ofFile: path), data: ModelData(contentsOfFile: path), inference: inference)
  }

  /// What messages call the model of a file: the path's last component.
  static func name(ofFile path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Computes the outputs from the inputs.
  ///
  /// - Throws: `TasksError` of `InferenceSession.run()`.
  package func run() throws { try session.run() }

  /// Which kernels run the model, and the MACs of an inference.
  ///
  /// - Throws: `TasksError` of `InferenceSession.report()`.
  package func report() throws -> InferenceReport { try session.report() }

  /// An input of floats in place.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for an input that is missing, of another type or another size.
  func input(_ index: Int, count: Int) throws -> UnsafeMutableBufferPointer<Float> {
    try tensor(inputs, index, count: count, "input")
  }

  /// An output of floats in place; `count` nil for any size.
  ///
  /// - Throws: As `input(_:count:)`.
  func output(_ index: Int, count: Int? = nil) throws -> UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(try tensor(outputs.flatMap(\.pieces), index, count: count, "output"))
  }

  /// All outputs as floats.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` unless all hold floats or all unsigned bytes.
  func floatOutputs() throws -> [FloatOutput] {
    let tensors = outputs.flatMap(\.pieces)
    try Self.checkOutputTypes(tensors.map { "\($0.elementType)" }, model: name)
    return try tensors.map { try FloatOutput($0, model: name) }
  }

  /// Checks that outputs are of one type that can be read.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for other types, and for several.
  static func checkOutputTypes(_ types: [String], model: String) throws(TasksError) {
    guard Set(types).count == 1, let type = types.first, ["float32", "uint8"].contains(type) else {
      throw TasksError.invalidArgument(
        "Model \(model) has outputs of \(types.joined(separator: ", ")); all have to be float32 or all uint8.")
    }
  }

  private func tensor(
    _ tensors: [HostTensor], _ index: Int, count: Int?, _ kind: String
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

  /// Puts the name of a model before an error's message.
  static func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as TasksError {
      throw TasksError(error.code, "Model \(name): \(error.message)")
    }
  }
}
