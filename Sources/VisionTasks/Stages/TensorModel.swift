import VisionCore
import VisionImaging
import VisionInference
import VisionModels

/// A model loaded by an inference engine, with its metadata.
///
/// Not Sendable: one inference at a time.
package final class TensorModel {
  /// The name in error messages.
  let name: String
  package let inputs: [HostTensor]
  package let outputs: [SessionOutput]
  /// The model's metadata; nil when the file has none.
  let metadata: ModelMetadata?
  /// The inference's thread pool, which callers may also use to fill the inputs.
  var sharing: (any WorkSharing)? { session.sharing }

  private let session: any InferenceSession

  /// Loads a model.
  ///
  /// - Parameters:
  ///   - name: The model's name in error messages.
  ///   - model: The parsed model.
  ///   - outputs: The requested outputs; nil for all. Operators needed only for other outputs do not run.
  ///   - inference: The engine, threads and verification.
  /// - Throws: `TasksError` of `InferenceEngine.load(_:)`.
  package init(
    name: String, model: ModelFile, outputs: [OutputRequest]? = nil, inference: InferenceOptions
  ) throws {
    self.name = name
    metadata = model.metadata
    session = try inference.engine.load(ModelRequest(name: name, model: model, outputs: outputs, options: inference))
    try InferenceJournal.current?.note(session.report(), of: name)
    inputs = session.inputs
    self.outputs = session.outputs
  }

  /// Parses and loads a model of a bundle.
  ///
  /// - Parameters:
  ///   - name: The model's name in error messages.
  ///   - data: The model file's bytes.
  ///   - outputs: The indices of the requested outputs; nil for all.
  ///   - inference: The engine, threads and verification.
  /// - Throws: The errors of `init(name:model:outputs:inference:)`; `TasksError` with `invalidArgumentError` for bytes
  ///   that are no model.
  package convenience init(
    name: String, data: ModelData, wantedOutputs outputs: [Int]? = nil, inference: InferenceOptions
  ) throws {
    try self.init(
      name: name, model: Self.naming(name) { try ModelFile(data) }, outputs: outputs?.map { OutputRequest($0) },
      inference: inference)
  }

  /// Reads and loads the only model of a task.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - task: The task in error messages, such as "object detector".
  ///   - inference: The engine, threads and verification.
  /// - Throws: The errors of `singleModel(at:for:)` and `init(name:model:outputs:inference:)`.
  convenience init(path: String, for task: String, inference: InferenceOptions) throws {
    try self.init(
      name: Self.name(ofFile: path), model: Self.singleModel(at: path, for: task), inference: inference)
  }

  /// Parses the only model of a task.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - task: The task in error messages, such as "object detector".
  /// - Returns: The model.
  /// - Throws: `TasksError` with `notFoundError` for a missing file, `invalidArgumentError` for a task bundle and other
  ///   bytes that are no model.
  static func singleModel(at path: String, for task: String) throws -> ModelFile {
    let data = try ModelData(contentsOfFile: path)
    return try naming(name(ofFile: path)) {
      do {
        return try ModelFile(data)
      } catch let error as TasksError {
        // Only a bundle can be read as one; other bytes keep the model's error.
        guard let members = try? TaskBundle(data).memberNames else { throw error }
        throw TasksError.invalidArgument(
          "it is a task bundle (\(members.joined(separator: ", "))); the \(task) takes a single .tflite model.")
      }
    }
  }

  /// The name of a model file in error messages: the path's last component.
  static func name(ofFile path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Computes the outputs from the inputs.
  ///
  /// - Throws: `TasksError` of `InferenceSession.run()`.
  package func run() throws { try session.run() }

  /// The kernels that run the model, and the MACs of an inference.
  ///
  /// - Throws: `TasksError` of `InferenceSession.report()`.
  package func report() throws -> InferenceReport { try session.report() }

  /// The memory of a float32 input.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a missing input, another type or another size.
  func input(_ index: Int, count: Int) throws -> UnsafeMutableBufferPointer<Float> {
    try tensor(inputs, index, count: count, "input")
  }

  /// The memory of a float32 output; a nil `count` accepts any size.
  ///
  /// - Throws: The errors of `input(_:count:)`.
  func output(_ index: Int, count: Int? = nil) throws -> UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(try tensor(outputs.flatMap(\.pieces), index, count: count, "output"))
  }

  /// All outputs as float32.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` unless all are float32 or all are uint8.
  func floatOutputs() throws -> [FloatOutput] {
    let tensors = outputs.flatMap(\.pieces)
    try Self.checkOutputTypes(tensors.map { "\($0.elementType)" }, model: name)
    return try tensors.map { try FloatOutput($0, model: name) }
  }

  /// Checks that all outputs are float32 or all are uint8.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` otherwise.
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

  /// Prefixes the messages of errors with a model's name.
  static func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as TasksError {
      throw TasksError(error.code, "Model \(name): \(error.message)")
    }
  }
}
