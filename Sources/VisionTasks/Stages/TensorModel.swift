import VisionErrors
import VisionModels
import VisionRuntime

/// A compiled model of a bundle whose tensors have been checked against what its pipeline relies on.
final class TensorModel {
  let name: String
  let compiled: CompiledModel
  let metadata: ModelMetadata?

  /// With `outputs`, the positions in the file of those that are wanted, operators that only others need are not run.
  init(name: String, data: ModelData, keepingOutputs outputs: [Int]? = nil, threadCount: Int) throws {
    let model = try Self.naming(name) { try TFLiteModel(data) }
    let bytes = try outputs.map { wanted in try Self.naming(name) { try model.keepingOutputs(wanted) } } ?? data
    self.name = name
    metadata = model.metadata
    compiled = try bytes.withUnsafeBytes {
      try CompiledModel(
        name: name, bytes: $0, keepingAlive: bytes, options: CompiledModelOptions(threadCount: threadCount))
    }
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
  private static func naming<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as TasksError {
      throw TasksError(error.code, "Model \(name): \(error.message)")
    }
  }
}
