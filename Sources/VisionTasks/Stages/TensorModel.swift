import VisionErrors
import VisionModels
import VisionRuntime

/// A compiled model of a bundle whose tensors have been checked against what its pipeline relies on.
final class TensorModel {
  let name: String
  let compiled: CompiledModel
  let metadata: ModelMetadata?
  /// The bytes that were compiled, without what was cut off.
  private let bytes: ModelData

  /// With `outputs`, the positions in the file of those that are wanted, operators that only others need are not run.
  convenience init(name: String, data: ModelData, keepingOutputs outputs: [Int]? = nil, threadCount: Int) throws {
    try self.init(
      name: name, model: Self.naming(name) { try TFLiteModel(data) }, keepingOutputs: outputs, threadCount: threadCount)
  }

  /// Compiles a model that has been read already.
  init(name: String, model: TFLiteModel, keepingOutputs outputs: [Int]? = nil, threadCount: Int) throws {
    let bytes = try outputs.map { wanted in try Self.naming(name) { try model.keepingOutputs(wanted) } } ?? model.data
    self.name = name
    self.bytes = bytes
    metadata = model.metadata
    compiled = try bytes.withUnsafeBytes {
      try CompiledModel(
        name: name, bytes: $0, keepingAlive: bytes, options: CompiledModelOptions(threadCount: threadCount))
    }
  }

  /// The multiply-adds of a run.
  func multiplyAdds() throws -> MultiplyAdds { try TFLiteModel(bytes).multiplyAdds() }

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
    let types = Set(compiled.outputs.map(\.elementType))
    guard types.count == 1 else {
      throw TasksError.invalidArgument(
        "Model \(name) has outputs of \(compiled.outputs.map { "\($0.elementType)" }.joined(separator: ", ")); all have to be "
          + "float32 or all uint8.")
    }
    return try compiled.outputs.map { try FloatOutput($0, model: name) }
  }

  private func tensor(
    _ tensors: [Tensor], _ index: Int, count: Int?, _ kind: String
  ) throws -> UnsafeMutableBufferPointer<Float> {
    guard tensors.indices.contains(index) else {
      throw TasksError.invalidArgument("Model \(name) has \(tensors.count) \(kind)s; \(kind) \(index) is needed.")
    }
    let elements = try Self.naming(name) { try tensors[index].floats() }
    if let count, elements.count != count {
      throw TasksError.invalidArgument(
        "Model \(name) has the shape \(tensors[index].shape) at \(kind) \(index); \(count) elements are needed.")
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
